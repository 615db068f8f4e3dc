// Runs the firmware's protocol on a PC. Lines on standard input: "now MS" lets time pass, "in HEX" are bytes from the
// host, "roll THROW N DIE FACE CONFIDENCE STATE" is a die, "crc TEXT" prints a checksum. What the device writes goes
// to standard output; a line "." ends the answer to each line of input.
#include <iostream>
#include <sstream>
#include <string>

#include "dr1.h"

static void write(const char* bytes, size_t length) { std::cout.write(bytes, length); }

int main() {
  const dr1::Die dice[] = {{"red1", 6, "red"}, {"blue1", 6, "blue"}};
  dr1::Device device("REF1", "b7", dice, 2, write);
  uint32_t now = 0;
  device.begin(now);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "now") {
      words >> now;
      device.tick(now);
    } else if (verb == "in") {
      std::string hex;
      words >> hex;
      for (size_t i = 0; i + 1 < hex.size(); i += 2)
        device.receive(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)), now);
    } else if (verb == "roll") {
      uint32_t number;
      unsigned n, face, confidence;
      std::string die, state;
      words >> number >> n >> die >> face >> confidence >> state;
      for (int i = dr1::kRolled; i <= dr1::kRest; ++i)
        if (state == dr1::word(static_cast<dr1::State>(i)))
          device.roll(number, n, die.c_str(), face, confidence, static_cast<dr1::State>(i), now);
    } else if (verb == "crc") {
      std::string text;
      words >> text;
      std::cout << dr1::crc16(text.c_str(), text.size()) << "\r\n";
    }
    std::cout << "." << std::endl;
  }
}
