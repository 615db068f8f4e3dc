// DR1, the line protocol of dice readers: the device's side, without hardware.
//
// Plain C++11 without heap or libraries, so that the same file runs on an Arduino and in the tests of the companion
// (tests/hardware/test_firmware.py). Time comes in as milliseconds, bytes go out through a function.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace dr1 {

const uint8_t kMaxLine = 96;  // with '$' and CR LF
const uint8_t kRing = 32;     // records kept until they are acknowledged
const uint8_t kName = 12;     // longest name of a die or colour
const uint16_t kResendFirst = 200;
const uint16_t kResendLast = 1600;
const uint16_t kPingEvery = 1000;

// CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF. "123456789" gives 0x29B1.
inline uint16_t crc16(const char* data, size_t length) {
  uint16_t crc = 0xFFFF;
  for (size_t i = 0; i < length; ++i) {
    crc ^= static_cast<uint16_t>(static_cast<uint8_t>(data[i])) << 8;
    for (uint8_t bit = 0; bit < 8; ++bit) crc = (crc & 0x8000) ? static_cast<uint16_t>((crc << 1) ^ 0x1021) : crc << 1;
  }
  return crc;
}

enum State : uint8_t { kRolled, kCrooked, kMoved, kRest };

inline const char* word(State state) {
  static const char* const words[] = {"rolled", "crooked", "moved", "rest"};
  return words[state];
}

struct Die {
  const char* name;
  uint8_t sides;
  const char* colour;
};

// A record in the ring. A registration of a die is one too: sides > 0.
struct Record {
  uint32_t seq;  // 0: this place is free
  uint32_t due, ms;
  uint32_t throw_number;
  uint16_t wait, confidence;
  uint8_t n, face, sides;
  State state;
  char die[kName + 1];
  const char* colour;
};

class Device {
 public:
  typedef void (*Write)(const char* bytes, size_t length);

  // dice are those that the reader can tell apart; boot_id must be another one after each start.
  Device(const char* serial, const char* boot_id, const Die* dice, uint8_t dice_count, Write write)
      : serial_(serial), boot_id_(boot_id), dice_(dice), dice_count_(dice_count), write_(write) {
    memset(ring_, 0, sizeof ring_);
  }

  void begin(uint32_t now) {
    started_ = next_ping_ = next_hello_ = now;
    for (uint8_t i = 0; i < dice_count_; ++i) {
      Record& record = next_record(now);
      copy_name(record, dice_[i].name);
      record.sides = dice_[i].sides;
      record.colour = dice_[i].colour;
    }
  }

  uint32_t next_throw() { return ++throw_number_; }

  // A die of throw has come to rest; face 0 is unknown, confidence runs to 1000.
  void roll(uint32_t throw_number, uint8_t n, const char* die, uint8_t face, uint16_t confidence, State state,
            uint32_t now) {
    Record& record = next_record(now);
    copy_name(record, die);
    record.throw_number = throw_number;
    record.n = n;
    record.face = face;
    record.confidence = confidence > 1000 ? 1000 : confidence;
    record.state = state;
    record.ms = now - started_;
  }

  // One byte from the host.
  void receive(char byte, uint32_t now) {
    if (byte == '$') in_length_ = 0;
    if (byte == '\n') {
      understand(now);
      in_length_ = 0;
    } else if (in_length_ < kMaxLine) {
      in_[in_length_++] = byte;
    }
  }

  // Send what is due. Call it often.
  void tick(uint32_t now) {
    // No record before a host has asked: it could take it for one of the start before this one.
    if (!asked_ && due(next_hello_, now)) {
      next_hello_ = now + kPingEvery;
      hello();
    }
    if (due(next_ping_, now)) {
      next_ping_ = now + kPingEvery;
      char body[kMaxLine];
      finish(body, snprintf(body, sizeof body, "PING,%lu,%u", static_cast<unsigned long>(now - started_), unacked()));
    }
    if (!asked_) return;
    for (uint32_t seq = oldest(); seq <= seq_; ++seq) {
      Record& record = ring_[seq % kRing];
      if (record.seq != seq || !due(record.due, now)) continue;
      record.due = now + record.wait;
      record.wait = record.wait * 2 > kResendLast ? kResendLast : record.wait * 2;
      send(record);
    }
  }

  unsigned unacked() const {
    unsigned count = 0;
    for (uint8_t i = 0; i < kRing; ++i) count += ring_[i].seq != 0;
    return count;
  }

 private:
  static bool due(uint32_t when, uint32_t now) { return static_cast<int32_t>(now - when) >= 0; }

  // The place of a new record; when the ring is full that is the place of the oldest, which is forgotten.
  Record& next_record(uint32_t now) {
    ++seq_;
    Record& record = ring_[seq_ % kRing];
    memset(&record, 0, sizeof record);
    record.seq = seq_;
    record.due = now;
    record.wait = kResendFirst;
    return record;
  }

  static void copy_name(Record& record, const char* name) {
    strncpy(record.die, name, kName);
    record.die[kName] = 0;
  }

  // The oldest record that is kept, the next one if there is none.
  uint32_t oldest() const {
    uint32_t least = seq_ + 1;
    for (uint8_t i = 0; i < kRing; ++i)
      if (ring_[i].seq != 0 && ring_[i].seq < least) least = ring_[i].seq;
    return least;
  }

  void hello() {
    char body[kMaxLine];
    finish(body, snprintf(body, sizeof body, "HELLO,1,reference,%s,1.0,%s,%lu", serial_, boot_id_,
                          static_cast<unsigned long>(oldest())));
  }

  void send(const Record& record) {
    char body[kMaxLine];
    if (record.sides) {
      finish(body, snprintf(body, sizeof body, "DIE,%lu,%s,%u,%s", static_cast<unsigned long>(record.seq), record.die,
                            record.sides, record.colour));
      return;
    }
    finish(body, snprintf(body, sizeof body, "ROLL,%lu,%lu,%u,%s,%u,%u,%s,%lu", static_cast<unsigned long>(record.seq),
                          static_cast<unsigned long>(record.throw_number), record.n, record.die, record.face,
                          record.confidence, word(record.state), static_cast<unsigned long>(record.ms)));
  }

  // Put a body into its envelope and write it.
  void finish(const char* body, int length) {
    if (length <= 0 || length > kMaxLine - 8) return;
    char line[kMaxLine + 1];
    int total = snprintf(line, sizeof line, "$%s*%04X\r\n", body, crc16(body, length));
    write_(line, total);
  }

  void understand(uint32_t now) {
    if (in_length_ && in_[in_length_ - 1] == '\r') --in_length_;
    if (in_length_ < 7 || in_length_ >= kMaxLine || in_[0] != '$' || in_[in_length_ - 5] != '*') return;
    in_[in_length_] = 0;
    char* body = in_ + 1;
    size_t length = in_length_ - 6;
    char* end = 0;
    if (strtoul(in_ + in_length_ - 4, &end, 16) != crc16(body, length) || *end) return;
    body[length] = 0;
    if (strcmp(body, "HELLO?") == 0) {
      answer_hello(now);
    } else if (strncmp(body, "ACK,", 4) == 0) {
      char* comma = strchr(body + 4, ',');
      if (!comma) return;
      *comma = 0;
      if (strcmp(body + 4, boot_id_) == 0) forget(strtoul(comma + 1, 0, 10));
    } else if (strncmp(body, "RESEND,", 7) == 0) {
      uint32_t seq = strtoul(body + 7, 0, 10);
      if (seq && ring_[seq % kRing].seq == seq) ring_[seq % kRing].due = now;
    }
  }

  // The host may be a new one: after HELLO it gets all records that are kept, and the dice whose registration has
  // been acknowledged are named again, with seq 0.
  void answer_hello(uint32_t now) {
    asked_ = true;
    hello();
    for (uint8_t i = 0; i < kRing; ++i) ring_[i].due = now;
    for (uint8_t i = 0; i < dice_count_; ++i) {
      uint32_t seq = i + 1;
      if (ring_[seq % kRing].seq == seq) continue;
      char body[kMaxLine];
      finish(body, snprintf(body, sizeof body, "DIE,0,%s,%u,%s", dice_[i].name, dice_[i].sides, dice_[i].colour));
    }
  }

  void forget(uint32_t seq) {
    if (seq && ring_[seq % kRing].seq == seq) ring_[seq % kRing].seq = 0;
  }

  const char* serial_;
  const char* boot_id_;
  const Die* dice_;
  uint8_t dice_count_;
  Write write_;
  Record ring_[kRing];
  uint32_t seq_ = 0, throw_number_ = 0, started_ = 0, next_ping_ = 0, next_hello_ = 0;
  bool asked_ = false;
  char in_[kMaxLine + 1];
  uint8_t in_length_ = 0;
};

}  // namespace dr1
