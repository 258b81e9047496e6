/// Districts of China's cities, as addresses name them.
enum District {
    /// Whether a text names one, or a city that has none.
    static func isNamed(in text: String) -> Bool {
        if text.unicodeScalars.contains(where: signs.contains) { return true }
        let words = text.split { !$0.isLetter }.map { FoldedText.key(String($0)) }
        return words.contains(where: marks.contains) || cities.contains(where: text.contains)
    }

    /// District, county, banner, town.
    private static let signs: Set<Unicode.Scalar> = ["区", "區", "县", "縣", "旗", "镇", "鎮"]
    private static let marks: Set<String> = [
        "district", "county", "banner", "town", "qu", "xian", "zhen", "dongguan", "zhongshan",
        "danzhou",
        "jiayuguan",
    ]
    /// Prefectures without districts.
    private static let cities = ["东莞", "東莞", "中山", "儋州", "嘉峪关", "嘉峪關"]
}
