// SPDX-License-Identifier: Apache-2.0
#include "run/key_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "run/batch.h"

namespace bcheck {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

// The facts of the key at that place of a manifest in CSV, whose keys have the order `order`.
struct Batch {
  Batch(std::string_view csv, std::vector<std::uint32_t> order) : manifest(manifest_of(csv, "csv")) {
    plan.manifest = &manifest;
    plan.order = std::move(order);
    plan.sorted = std::is_sorted(plan.order.begin(), plan.order.end());
    statuses = load_statuses(manifest, {}).value();
  }
  Manifest manifest;
  Plan plan;
  Statuses statuses;
};

TEST(KeyFacts, AreThoseOfTheManifestsColumns) {
  const Batch batch("key,status,attempts,node,gpu\na,DONE,2,n1,\nb,,,,\nc,FAILED,1,n2,0\n", {0, 1, 2});
  KeyFacts facts(batch.plan, batch.statuses);
  ItemHead head{"a", Status::kPass};
  facts.add_to(head, 0);
  EXPECT_EQ(head.reported, Reported::kSuccess);
  EXPECT_EQ(head.attempts, 2);
  EXPECT_THAT(head.groups, ElementsAre(Pair("node", "n1"))) << "an empty value is left out";
  ItemHead bare{"b", Status::kPass};
  facts.add_to(bare, 1);
  EXPECT_EQ(bare.reported, Reported::kNothing);
  EXPECT_FALSE(bare.attempts);
  EXPECT_TRUE(bare.groups.empty());
  facts.add_to(head, 2);
  EXPECT_THAT(head.groups, ElementsAre(Pair("gpu", "0"), Pair("node", "n2")));
}

TEST(KeyFacts, TellThePlaceWhereTheManifestHasAnotherOrder) {
  const Batch batch("key,node,shard\nb,x,7\na,y,\n", {1, 0});
  KeyFacts facts(batch.plan, batch.statuses);
  ItemHead head{"a", Status::kPass};
  facts.add_to(head, 1);
  EXPECT_THAT(head.groups, ElementsAre(Pair("node", "y"), Pair("position", "2")));
  facts.add_to(head, 0);
  EXPECT_THAT(head.groups, ElementsAre(Pair("node", "x"), Pair("position", "1"), Pair("shard", "7")));
}

TEST(KeyFacts, OfAShardTellWhatComparingNeeds) {
  const std::string input(64, 'c');
  Batch batch("key,input_sha256\nb," + input + "\na,\n", {1, 0});
  ItemHead whole{"b", Status::kPass};
  batch.plan.input_hashes = batch.manifest.column("input_sha256");
  KeyFacts(batch.plan, batch.statuses).add_to(whole, 0);
  EXPECT_FALSE(whole.place) << "a report of all keys does not say it";
  EXPECT_EQ(whole.input_sha256, input);

  batch.plan.order = {0};  // in order, as far as the shard goes
  batch.plan.shard = true;
  ItemHead head{"b", Status::kPass};
  KeyFacts facts(batch.plan, batch.statuses);
  facts.add_to(head, 0);
  EXPECT_EQ(head.place, 0);
  EXPECT_EQ(head.input_sha256, input);
  EXPECT_THAT(head.groups, ElementsAre(Pair("position", "1"))) << "the manifest is not sorted";
}

TEST(KeyFacts, LeaveAColumnOfThatNameAlone) {
  const Batch batch("key,position\nb,left\na,right\n", {1, 0});
  KeyFacts facts(batch.plan, batch.statuses);
  ItemHead head{"a", Status::kPass};
  facts.add_to(head, 1);
  EXPECT_THAT(head.groups, ElementsAre(Pair("position", "right")));
}

}  // namespace
}  // namespace bcheck
