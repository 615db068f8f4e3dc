// Reference firmware of a dice reader that speaks DR1. NOT YET TRIED ON HARDWARE: the protocol in dr1.h is tested on
// a PC, this sketch has never run on a board.
//
// The board (any with two serial ports and 4 KB of RAM: Arduino Mega, Nano Every, RP2040, ESP32) sits between a camera
// and the companion. The camera (an OpenMV, for example) watches a tray and prints a line for each die at 115200 baud
// on Serial1, and an empty line when the tray has been emptied:
//
//     red1 4 985 rolled
//
// which is name, side (0: not recognised), confidence of 1000, and one of rolled, crooked, moved, rest. The companion
// takes such lines directly, too (hardware/dice/hobby.py), but shows every die to a person, for they have no checksum.
#include <Arduino.h>
#include <EEPROM.h>

#include "dr1.h"

static const dr1::Die kDice[] = {
    {"red1", 6, "red"},       {"red2", 6, "red"},       {"red3", 6, "red"},       {"blue1", 6, "blue"},
    {"blue2", 6, "blue"},     {"blue3", 6, "blue"},     {"yellow1", 6, "yellow"}, {"yellow2", 6, "yellow"},
    {"yellow3", 6, "yellow"}, {"grey1", 6, "grey"},     {"grey2", 6, "grey"},     {"grey3", 6, "grey"},
};

static void writeToHost(const char* bytes, size_t length) { Serial.write(bytes, length); }

static char bootId[12];
static dr1::Device device("REF1", bootId, kDice, sizeof kDice / sizeof kDice[0], writeToHost);
static char line[48];
static uint8_t length = 0;
static uint32_t throwNumber = 0;
static uint8_t diceInThrow = 0;

// Counts the starts of the board: two starts never have the same boot_id.
static void makeBootId() {
  uint32_t starts = 0;
  EEPROM.get(0, starts);
  EEPROM.put(0, ++starts);
  snprintf(bootId, sizeof bootId, "b%lu", static_cast<unsigned long>(starts));
}

static void understandCamera() {
  char name[dr1::kName + 1], state[8];
  unsigned side, confidence;
  if (length == 0) {
    diceInThrow = 0;  // the tray is empty: what comes next is a new throw
    return;
  }
  if (sscanf(line, "%12s %u %u %7s", name, &side, &confidence, state) != 4 || side > 255 || confidence > 1000) return;
  if (diceInThrow == 0) throwNumber = device.next_throw();
  for (uint8_t i = dr1::kRolled; i <= dr1::kRest; ++i) {
    dr1::State known = static_cast<dr1::State>(i);
    if (strcmp(state, dr1::word(known)) == 0)
      device.roll(throwNumber, ++diceInThrow, name, side, confidence, known, millis());
  }
}

void setup() {
#if defined(ESP32) || defined(ARDUINO_ARCH_RP2040)
  EEPROM.begin(16);
#endif
  makeBootId();
#if defined(ESP32) || defined(ARDUINO_ARCH_RP2040)
  EEPROM.commit();
#endif
  Serial.begin(115200);
  Serial1.begin(115200);
  device.begin(millis());
}

void loop() {
  while (Serial.available()) device.receive(static_cast<char>(Serial.read()), millis());
  while (Serial1.available()) {
    char byte = static_cast<char>(Serial1.read());
    if (byte == '\n') {
      if (length && line[length - 1] == '\r') --length;
      line[length] = 0;
      understandCamera();
      length = 0;
    } else if (length < sizeof line - 1) {
      line[length++] = byte;
    }
  }
  device.tick(millis());
}
