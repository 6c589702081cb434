// SPDX-License-Identifier: Apache-2.0
#include "input/heartbeat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <utime.h>

#include "support/temp_dir.h"

namespace bcheck {
namespace {

using ::testing::HasSubstr;

// The values of the reference set "stats", group heartbeat, by their ids.
TEST(Heartbeat, OfTheReferenceSet) {
  const struct {
    const char* id;
    double now;
    std::optional<double> last;
    std::optional<double> age;
    Pulse pulse;
  } rows[] = {
      {"heartbeat/000", 1000, 990, 10, Pulse::kAlive}, {"heartbeat/001", 1000, 939, 61, Pulse::kLate},
      {"heartbeat/002", 1000, 820, 180, Pulse::kLate}, {"heartbeat/003", 1000, 819, 181, Pulse::kLost},
      {"heartbeat/004", 1000, {}, {}, Pulse::kAbsent}, {"heartbeat/005", 1000, 1010, -10, Pulse::kClockSkew},
      {"heartbeat/006", 1000, 1000, 0, Pulse::kAlive},
  };
  const HeartbeatSettings settings;
  ASSERT_EQ(settings.interval, 30);
  ASSERT_EQ(settings.lost_after, 180);
  const test::TempDir folder;
  for (const auto& row : rows) {
    SCOPED_TRACE(row.id);
    EXPECT_EQ(pulse_of(row.age, settings), row.pulse);
    const std::string path =
        row.last ? folder.write("beat", std::to_string(static_cast<long>(*row.last))) : folder / "absent";
    const Heartbeat read = read_heartbeat(path, row.now, settings);
    EXPECT_EQ(read.age, row.age);
    EXPECT_EQ(read.pulse, row.pulse);
    EXPECT_FALSE(read.by_file_time);
  }
}

TEST(Heartbeat, IsToldInManyForms) {
  const struct {
    const char* content;
    std::optional<double> time;
  } rows[] = {
      {"1715680800\n", 1715680800},
      {" 1715680800.25 ", 1715680800.25},
      {"1715680800250", 1715680800.25},  // milliseconds
      {"2024-05-14T10:00:00Z", 1715680800},
      {"2024-05-14T12:00:00+02:00\n", 1715680800},
      {"2024-05-14 09:30:00.5-0030", 1715680800.5},
      {"{\"time\": 1715680800}", 1715680800},
      {"{\n  \"pid\": 7,\n  \"timestamp\": \"2024-05-14T10:00:00Z\"\n}\n", 1715680800},
      {"{\"time\": \"1715680800\"}", 1715680800},
      {"1\n2\n1715680800\n\n", 1715680800},  // written on and on
      {"{\"time\": 1}\n{\"time\": 1715680800}\n", 1715680800},
      {"", {}},
      {"alive", {}},
      {"2024-05-14T10:00:00", {}},  // of which zone?
      {"2024-05-14T10:00:00+2", {}},
      {"2024-05-14T10:00:00+25:00", {}},
      {"2024-05-14T10:00:00Zx", {}},
      {"-5", {}},
      {"nan", {}},
      {"{\"time\": null}", {}},
      {"{\"beat\": 1715680800}", {}},
      {"17 seconds", {}},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.content);
    EXPECT_EQ(beat_in(row.content), row.time);
  }
}

TEST(Heartbeat, IsTheFilesTimeWhereTheFileHoldsNone) {
  const test::TempDir folder;
  const std::string path = folder.write("beat", "still here\n");
  const utimbuf times{940, 940};
  ASSERT_EQ(::utime(path.c_str(), &times), 0);
  const Heartbeat read = read_heartbeat(path, 1000, {});
  EXPECT_EQ(read.age, 60);
  EXPECT_EQ(read.pulse, Pulse::kAlive);
  EXPECT_TRUE(read.by_file_time);
  EXPECT_THAT(describe(read), HasSubstr("alive, 60 s old by the file's own time, since it holds none"));
}

TEST(Heartbeat, IsTheLastOfALongFile) {
  const test::TempDir folder;
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "1700000000\n";
  const std::string path = folder.write("beat", text + "1700000777\n");
  EXPECT_EQ(read_heartbeat(path, 1700000780, {}).age, 3);
}

TEST(Heartbeat, IsAbsentWhereNothingCanBeRead) {
  const test::TempDir folder;
  EXPECT_EQ(describe(read_heartbeat(folder.path(), 0, {})),
            "heartbeat \"" + folder.path() + "\": absent: no regular file");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_heartbeat(folder / "pipe", 0, {}).pulse, Pulse::kAbsent) << "and it does not wait for a writer";
  EXPECT_THAT(describe(read_heartbeat(folder / "none", 0, {})), ::testing::EndsWith(": absent"));
}

TEST(HumanSeconds, AreShort) {
  EXPECT_EQ(human_seconds(0), "0 s");
  EXPECT_EQ(human_seconds(119.4), "119 s");
  EXPECT_EQ(human_seconds(185), "3 min 05 s");
  EXPECT_EQ(human_seconds(7800), "2 h 10 min");
  EXPECT_EQ(human_seconds(3 * 86400 + 5), "3 days");
  EXPECT_EQ(human_seconds(-1), "0 s");
  EXPECT_EQ(human_seconds(1e300), "11574074074 days");
}

}  // namespace
}  // namespace bcheck
