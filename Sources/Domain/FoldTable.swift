/// What letters become when case and diacritics are left out: a cell of two bytes for each code
/// point, made from Unicode 15 (canonical decomposition without marks, lower case) and, for letters
/// with a stroke or a hook, the plain letter. A cell is one letter and a space, two letters, or one
/// letter of two bytes; `¿` leaves the letter as it is.
enum FoldTable {
  /// U+00C0 to U+024F.
  static let latin: StaticString = """
    a a a a a a aec e e e e i i i i d n o o o o o ¿o u u u u y thss\
    a a a a a a aec e e e e i i i i d n o o o o o ¿o u u u u y thy \
    a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g \
    g g g g h h h h i i i i i i i i i i ijijj j k k k l l l l l l ŀ\
    ¿l l n n n n n n n ŋ¿o o o o o o oeoer r r r r r s s s s s s \
    s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s \
    b b b b ƅ¿ɔc c d d d d ¿ǝəɛf f g ɣ¿ɩi k k l ¿ɯn n o \
    o o ƣ¿p p ʀƨ¿ʃ¿t t t t u u ʊv y y z z ʒƹ¿¿¿ƽ¿¿¿\
    ¿¿¿¿dzdzdzljljljnjnjnja a i i o o u u u u u u u u u u ¿a a \
    a a aeaeg g g g k k o o o o ʒʒj dzdzdzg g ƕƿn n a a aeaeo o \
    a a a a e e e e i i i i o o o o r r r r u u u u s s t t ȝ¿h h \
    n ¿ȣ¿z z a a e e o o o o o o o o y y ¿¿¿¿¿¿a c c l t s \
    z ɂ¿b ʉʌe e j j q q r r y y\u{20}
    """

  /// U+0370 to U+052F.
  static let greekAndCyrillic: StaticString = """
    ͱ¿ͳ¿ʹ¿ͷ¿¿¿¿¿¿¿; ϳ¿¿¿¿¿¨α·εηι¿ο¿υω\
    ιαβγδεζηθικλμνξοπρ¿στυφχψωιυαεηι\
    υ¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿σ¿¿¿¿¿¿¿ιυουωϗ\
    βθ¿ϒϒφπ¿ϙ¿ϛ¿ϝ¿ϟ¿ϡ¿ϣ¿ϥ¿ϧ¿ϩ¿ϫ¿ϭ¿ϯ¿\
    κρσ¿θε¿ϸ¿σϻ¿¿ͻͼͽееђгєѕііјљњћкиуџ\
    абвгдежзииклмнопрстуфхцчшщъыьэюя\
    ¿¿¿¿¿¿¿¿¿и¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿¿\
    ее¿г¿¿¿і¿¿¿¿киу¿ѡ¿ѣ¿ѥ¿ѧ¿ѩ¿ѫ¿ѭ¿ѯ¿\
    ѱ¿ѳ¿ѵ¿ѵѵѹ¿ѻ¿ѽ¿ѿ¿ҁ¿¿¿¿¿¿¿¿¿ҋ¿ҍ¿ҏ¿\
    ґ¿ғ¿ҕ¿җ¿ҙ¿қ¿ҝ¿ҟ¿ҡ¿ң¿ҥ¿ҧ¿ҩ¿ҫ¿ҭ¿ү¿\
    ұ¿ҳ¿ҵ¿ҷ¿ҹ¿һ¿ҽ¿ҿ¿ӏжжӄ¿ӆ¿ӈ¿ӊ¿ӌ¿ӎ¿¿\
    ааааӕ¿ееә¿әәжжззӡ¿ииииооө¿өөээуу\
    ууууччӷ¿ыыӻ¿ӽ¿ӿ¿ԁ¿ԃ¿ԅ¿ԇ¿ԉ¿ԋ¿ԍ¿ԏ¿\
    ԑ¿ԓ¿ԕ¿ԗ¿ԙ¿ԛ¿ԝ¿ԟ¿ԡ¿ԣ¿ԥ¿ԧ¿ԩ¿ԫ¿ԭ¿ԯ¿
    """

  /// U+1E00 to U+1FFF.
  static let latinAndGreekExtended: StaticString = """
    a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f \
    g g h h h h h h h h h h i i i i k k k k k k l l l l l l l l m m \
    m m m m n n n n n n n n o o o o o o o o p p p p r r r r r r r r \
    s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v v v \
    w w w w w w w w w w x x x x y y z z z z z z h t w y a s s s ss¿\
    a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e \
    e e e e e e e e i i i i o o o o o o o o o o o o o o o o o o o o \
    o o o o u u u u u u u u u u u u u u y y y y y y y y ¿¿¿¿¿¿\
    ααααααααααααααααεεεεεε¿¿εεεεεε¿¿\
    ηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιι\
    οοοοοο¿¿οοοοοο¿¿υυυυυυυυ¿υ¿υ¿υ¿υ\
    ωωωωωωωωωωωωωωωωααεεηηιιοουυωω¿¿\
    ααααααααααααααααηηηηηηηηηηηηηηηη\
    ωωωωωωωωωωωωωωωωααααα¿ααααααα¿ι¿\
    ¿¨ηηη¿ηηεεηηη¿¿¿ιιιι¿¿ιιιιιι¿¿¿¿\
    υυυυρρυυυυυυρ¨¨` ¿¿ωωω¿ωωοοωωω´¿¿
    """
}
