// SPDX-License-Identifier: Apache-2.0
#include "analysis/localise.h"

#include <gtest/gtest.h>

#include <random>

namespace bcheck {
namespace {

using Groups = std::vector<Group>;

std::string found(const Localiser& localiser) {
  const Localisation result = localiser.result();
  if (!result.best) return "nothing";
  const GroupCount& best = *result.best;
  return best.column + (best.range ? " " : "=") + best.value + ": " + std::to_string(best.bad) + " of " +
         std::to_string(result.bad) + ", of its " + std::to_string(best.keys);
}

// One GPU returns wrong data without an error (open-gpu-kernel-modules#1257 and others).
TEST(Localise, NamesTheGpuThatHoldsAllFailures) {
  Localiser localiser;
  for (int i = 0; i < 40; ++i) {
    const std::string gpu = std::to_string(i % 4);
    localiser.add(i % 4 == 3 ? Status::kFail : Status::kPass, Groups{{"gpu", gpu}});
  }
  EXPECT_EQ(found(localiser), "gpu=3: 10 of 10, of its 10");
  // 1 / C(40, 10), for each of the 4 GPUs and the ranges of positions that could have shown it.
  const Localisation result = localiser.result();
  EXPECT_NEAR(result.best->p, static_cast<double>(result.tests) / 847660528, 1e-12);
  EXPECT_EQ(result.keys, 40);
}

TEST(Localise, IsSilentWhereNothingExplains) {
  Localiser evenly;
  for (int i = 0; i < 400; ++i) {
    const std::string gpu = std::to_string(i % 4);
    evenly.add(i / 4 % 10 == 0 ? Status::kFail : Status::kPass, Groups{{"gpu", gpu}});
  }
  EXPECT_EQ(found(evenly), "nothing");
  Localiser sound;
  for (int i = 0; i < 40; ++i) sound.add(Status::kPass, Groups{{"gpu", "0"}});
  EXPECT_EQ(found(sound), "nothing");
  Localiser ruined;
  for (int i = 0; i < 40; ++i) ruined.add(Status::kMissing, Groups{{"gpu", i % 2 == 0 ? "0" : "1"}});
  EXPECT_EQ(found(ruined), "nothing") << "all fail, wherever they were";
  EXPECT_EQ(found(Localiser()), "nothing");
}

TEST(Localise, IsSilentAboutWhatIsCertainAndDoesNotMatter) {
  // 22 % against 18 % of 20,000 each: no chance, and no explanation either.
  Localiser localiser;
  for (int i = 0; i < 40'000; ++i) {
    const bool left = i % 2 == 0;
    localiser.add(i / 2 % 100 < (left ? 22 : 18) ? Status::kFail : Status::kPass,
                  Groups{{"node", left ? "n1" : "n2"}, {"position", "x"}});
  }
  EXPECT_EQ(found(localiser), "nothing");
}

TEST(Localise, FindsAStretchOfPositions) {
  Localiser localiser;
  for (int i = 1; i <= 1600; ++i) localiser.add(i > 1200 && i % 10 != 0 ? Status::kMissing : Status::kPass, Groups{});
  EXPECT_EQ(found(localiser), "position 1201..1600: 360 of 360, of its 400");
}

TEST(Localise, TakesThePositionsThatTheReportTells) {
  // Items are sorted by key, and the manifest was not: place i of the report is place 7 i mod 1601.
  Localiser localiser;
  for (int i = 1; i <= 1600; ++i) {
    const int place = i * 7 % 1601;
    const std::string text = std::to_string(place);
    localiser.add(place > 1200 ? Status::kFail : Status::kPass, Groups{{"position", text}});
  }
  EXPECT_EQ(found(localiser), "position 1201..1600: 400 of 400, of its 400");
}

TEST(Localise, CutsNumbersAndTimesIntoRanges) {
  Localiser seconds;
  Localiser times;
  for (int i = 0; i < 800; ++i) {
    const std::string value = std::to_string(i * 7 % 800) + ".5";
    const Status slow = i * 7 % 800 >= 700 ? Status::kFail : Status::kPass;
    seconds.add(slow, Groups{{"seconds", value}});
    const int minute = i * 7 % 800 % 60;
    const std::string time = "2024-05-14T1" + std::to_string(i * 7 % 800 / 100) + ":" + (minute < 10 ? "0" : "") +
                             std::to_string(minute) + ":00Z";
    times.add(slow, Groups{{"end", time}});
  }
  EXPECT_EQ(found(seconds), "seconds 700.5..799.5: 100 of 100, of its 100");
  EXPECT_EQ(found(times), "end 2024-05-14T17:00:00Z..2024-05-14T17:59:00Z: 100 of 100, of its 100");
}

TEST(Localise, LeavesNumbersOfWhichThereAreFewAsTheyAre) {
  Localiser localiser;
  for (int i = 0; i < 320; ++i) {
    const std::string rank = std::to_string(i % 32);
    localiser.add(i % 32 == 5 ? Status::kFail : Status::kPass, Groups{{"rank", rank}});
  }
  EXPECT_EQ(found(localiser), "rank=5: 10 of 10, of its 10");
}

TEST(Localise, NamesWhatIsJustAsGood) {
  Localiser localiser;
  for (int i = 0; i < 40; ++i) {
    const bool third = i % 4 == 3;
    localiser.add(third ? Status::kFail : Status::kPass, Groups{{"gpu", third ? "3" : "0"},
                                                                {"node", third        ? "n7"
                                                                         : i % 2 == 0 ? "n1"
                                                                                      : "n2"}});
  }
  const Localisation result = localiser.result();
  ASSERT_EQ(result.same.size(), 1U);
  EXPECT_EQ(result.best->column, "gpu");
  EXPECT_EQ(result.same[0].column + "=" + result.same[0].value, "node=n7");
}

TEST(Localise, LeavesOutWhatCouldNotBeExamined) {
  Localiser localiser;
  for (int i = 0; i < 40; ++i) localiser.add(i % 4 == 3 ? Status::kError : Status::kPass, Groups{{"gpu", "0"}});
  EXPECT_EQ(localiser.result().keys, 30);
  EXPECT_EQ(localiser.result().bad, 0);
}

// A column of identifiers must not cost the others their power.
TEST(Localise, PaysOnlyForGroupsThatCouldShowSomething) {
  Localiser localiser;
  for (int i = 0; i < 2000; ++i) {
    const std::string id = "prompt " + std::to_string(i);
    const std::string node = std::to_string(i % 500);
    localiser.add(i % 500 == 17 ? Status::kFail : Status::kPass, Groups{{"id", id}, {"node", node}});
  }
  EXPECT_EQ(found(localiser), "node=17: 4 of 4, of its 4");
  EXPECT_LT(localiser.result().tests, 1000);
}

TEST(Localise, GivesUpOnWordsOfWhichThereAreTooMany) {
  Localiser localiser;
  for (int i = 0; i < 20'000; ++i) {
    const std::string id = "id " + std::to_string(i);
    localiser.add(i % 7 == 0 ? Status::kFail : Status::kPass, Groups{{"id", id}});
  }
  const Localisation result = localiser.result();
  ASSERT_EQ(result.columns.size(), 2U);
  EXPECT_EQ(result.columns[0].name, "id");
  EXPECT_FALSE(result.columns[0].tried);
  EXPECT_EQ(result.columns[1].name, "position");
}

TEST(Localise, ListsTheGroupsOfTheColumnThatIsAskedFor) {
  Localiser localiser("gpu");
  for (int i = 0; i < 60; ++i) {
    const std::string gpu = std::to_string(i % 3);
    localiser.add(i % 3 == 1 || i == 0 ? Status::kFail : Status::kPass, Groups{{"gpu", gpu}, {"node", "n1"}});
  }
  const Localisation result = localiser.result();
  ASSERT_EQ(result.groups.size(), 3U);
  EXPECT_EQ(result.groups[0].value, "1");
  EXPECT_EQ(result.groups[0].bad, 20);
  EXPECT_EQ(result.groups[1].value, "0");
  EXPECT_EQ(result.columns.size(), 1U) << "no other column is tried, and so none is paid for";
  Localiser unknown("gpi");
  unknown.add(Status::kPass, Groups{{"gpu", "1"}});
  EXPECT_TRUE(unknown.result().columns.empty());
}

// Failures that fall blindly. The header says what 20,000 such batches give.
TEST(Localise, RaisesFalseAlarmsInLessThanOneOfAHundredBatches) {
  std::mt19937_64 random(0x62636865636B);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  constexpr int kBatches = 200;
  int alarms = 0;
  for (int batch = 0; batch < kBatches; ++batch) {
    const std::uint64_t keys = 100 + below(1901);
    const std::uint64_t permille = 10 + below(291);
    Localiser localiser;
    std::string gpu, node, shard, id, seconds;
    for (std::uint64_t i = 0; i < keys; ++i) {
      gpu = std::to_string(below(8));
      node = "n" + std::to_string(below(2));
      shard = "s" + std::to_string(i * 40 / keys);
      id = "k" + std::to_string(i);
      seconds = std::to_string(below(100'000));
      localiser.add(below(1000) < permille ? Status::kFail : Status::kPass,
                    Groups{{"gpu", gpu}, {"id", id}, {"node", node}, {"seconds", seconds}, {"shard", shard}});
    }
    if (localiser.result().best) ++alarms;
  }
  EXPECT_LE(alarms, kBatches / 100);
}

}  // namespace
}  // namespace bcheck
