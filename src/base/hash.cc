// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <stdexcept>

namespace bcheck {
namespace {

// Without the machine's openssl.cnf: what it says changes no hash, and each process of a run would read it anew.
const EVP_MD* fetched() {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
  return EVP_MD_fetch(nullptr, "SHA256", nullptr);
}

const EVP_MD* algorithm() {
  static const EVP_MD* const md = fetched();
  if (md == nullptr) throw std::runtime_error("OpenSSL offers no SHA-256");
  return md;
}

void require(int ok) {
  if (ok != 1) throw std::runtime_error("OpenSSL could not compute a SHA-256");
}

}  // namespace

std::string hex(const Digest& digest) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  if (state_->context == nullptr) throw std::bad_alloc();
  require(EVP_DigestInit_ex2(state_->context, algorithm(), nullptr));
}

Sha256::~Sha256() = default;

void Sha256::update(Bytes bytes) {
  require(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()));
}

Digest Sha256::finish() {
  Digest digest;
  require(EVP_DigestFinal_ex(state_->context, digest.data(), nullptr));
  require(EVP_DigestInit_ex2(state_->context, nullptr, nullptr));
  return digest;
}

Digest sha256(Bytes bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

}  // namespace bcheck
