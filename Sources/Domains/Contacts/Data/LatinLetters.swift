extension FoldedText {
    /// The plain letters for U+00C0 to U+017F; `-` for none.
    static let latin = """
        a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th ss a a a a a a \
        ae c e e e e i i i i d n o o o o o - o u u u u y th y a a a a a a c c c c c c c \
        c d d d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ij ij \
        j j k k k l l l l l l l l l l n n n n n n n n n o o o o o o oe oe r r r r r r s \
        s s s s s s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s
        """

    /// The plain letters for U+1E00 to U+1EFF, which Vietnamese uses.
    static let latinAdditional = """
        a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f g g h h h h h h \
        h h h h i i i i k k k k k k l l l l l l l l m m m m m m n n n n n n n n o o o o \
        o o o o p p p p r r r r r r r r s s s s s s s s s s t t t t t t t t u u u u u u \
        u u u u v v v v w w w w w w w w w w x x x x y y z z z z z z h t w y - s - - ss - \
        a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e e e e e e e e e \
        i i i i o o o o o o o o o o o o o o o o o o o o o o o o u u u u u u u u u u u u \
        u u y y y y y y y y - - - - - -
        """
}
