// libphonenumber parses, validates and formats numbers; this file only converts the results to C.
#include "CPhoneNumber.h"

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>

#include <algorithm>
#include <cstring>
#include <string>

using i18n::phonenumbers::NullLogger;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

// The library's own logger would print text that it cannot parse, which may be a buyer's number.
const PhoneNumberUtil &library() {
    static const PhoneNumberUtil &instance = [&]() -> const PhoneNumberUtil & {
        PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
        util->SetLogger(new NullLogger);
        return *util;
    }();
    return instance;
}

pn_outcome outcome(PhoneNumberUtil::ErrorType error) {
    switch (error) {
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return PN_NO_COUNTRY;
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN: return PN_TOO_SHORT;
    case PhoneNumberUtil::TOO_LONG_NSN: return PN_TOO_LONG;
    default: return PN_NOT_A_NUMBER;
    }
}

// Uses the lengths of fixed and mobile numbers: a short emergency number is not a buyer's.
pn_outcome judged(const PhoneNumber &number, const std::string &home, int home_calling_code) {
    // Most numbers are of the home region. IsValidNumber would first search for the region, and
    // match the number against it twice.
    if (number.country_code() == home_calling_code &&
        library().IsValidNumberForRegion(number, home))
        return PN_VALID;
    if (library().IsValidNumber(number)) return PN_VALID;
    switch (library().IsPossibleNumberForTypeWithReason(
        number, PhoneNumberUtil::FIXED_LINE_OR_MOBILE)) {
    case PhoneNumberUtil::IS_POSSIBLE: return PN_POSSIBLE;
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: return PN_LOCAL_ONLY;
    case PhoneNumberUtil::TOO_LONG: return PN_TOO_LONG;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE: return PN_NOT_A_NUMBER;
    // Between two lengths, a digit is more often missing than added.
    default: return PN_TOO_SHORT;
    }
}

size_t copied(const std::string &text, char *target, size_t capacity) {
    size_t length = std::min(text.size(), capacity);
    std::memcpy(target, text.data(), length);
    return length;
}

}  // namespace

pn_number pn_read(const char *text, size_t length, const char *region) {
    pn_number result = {};
    std::string home = region ? std::string(region, 2) : "ZZ";
    result.home_calling_code =
        static_cast<uint16_t>(region ? library().GetCountryCodeForRegion(home) : 0);
    PhoneNumber number;
    PhoneNumberUtil::ErrorType error =
        library().Parse(std::string(text, length), home, &number);
    if (error != PhoneNumberUtil::NO_PARSING_ERROR) {
        result.outcome = outcome(error);
        return result;
    }
    result.outcome = judged(number, home, result.home_calling_code);
    result.calling_code = static_cast<uint16_t>(number.country_code());
    if (result.outcome != PN_VALID && result.outcome != PN_POSSIBLE) return result;
    std::string written;
    library().GetNationalSignificantNumber(number, &written);
    written = "+" + std::to_string(number.country_code()) + written;
    result.international_length =
        static_cast<uint8_t>(copied(written, result.international, sizeof result.international));
    return result;
}

size_t pn_write_national(const pn_number *number, char *text, size_t capacity) {
    PhoneNumber again;
    if (library().Parse(std::string(number->international, number->international_length), "ZZ",
            &again) != PhoneNumberUtil::NO_PARSING_ERROR)
        return 0;
    std::string written;
    library().Format(again, PhoneNumberUtil::NATIONAL, &written);
    if (written.size() > capacity) return 0;
    std::memcpy(text, written.data(), written.size());
    return written.size();
}

size_t pn_trunk_prefix(const char *region, char *digits, size_t capacity) {
    std::string prefix;
    library().GetNddPrefixForRegion(std::string(region, 2), true, &prefix);
    return copied(prefix, digits, capacity);
}

size_t pn_digits(const char *text, size_t length, char *digits, size_t capacity) {
    std::string number(text, length);
    library().NormalizeDigitsOnly(&number);
    return copied(number, digits, capacity);
}
