/// What a scalar folds to. The tables hold one letter for each scalar of a block: a dot leaves it,
/// a plus takes the next scalar (the lower case there), other letters are explained where they are
/// read.
/// They were made from Unicode 15: lower case, then canonical decomposition without its marks.
enum FoldTable {
  /// Above all scalars: two ASCII letters in the lowest 16 bits.
  static let pairMark: UInt32 = 0x100_0000
  /// A mark that is left out.
  static let nothing: UInt32 = 0x200_0000

  static func fold(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0..<0xC0: return foldLatin1(scalar)
    case 0xC0..<0x250: return latin(scalar, latinLow, from: 0xC0)
    case 0x300..<0x370: return nothing
    case 0x370..<0x400: return greek(scalar, greekLow, from: 0x370)
    case 0x400..<0x530: return cyrillic(scalar)
    case 0x531...0x556: return scalar + 0x30
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x610...0x61A, 0x64B...0x65F, 0x670: return nothing
    case 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F: return nothing
    case 0x1E00..<0x1F00: return latin(scalar, latinHigh, from: 0x1E00)
    case 0x1F00..<0x2000: return greek(scalar, greekHigh, from: 0x1F00)
    case 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x3000: return 0x20
    case 0x200B...0x200F, 0x2060, 0xFEFF: return nothing
    case 0x2018, 0x2019: return 0x27
    case 0x201C, 0x201D: return 0x22
    case 0xFF01...0xFF5E: return foldLatin1(scalar - 0xFEE0)
    default: return scalar
    }
  }

  private static func foldLatin1(_ scalar: UInt32) -> UInt32 {
    if scalar >= 0x41 && scalar <= 0x5A { return scalar + 0x20 }
    if scalar == 0xA0 { return 0x20 }
    return scalar == 0xAD ? nothing : scalar
  }

  private static func letter(_ table: StaticString, _ place: UInt32) -> UInt8 {
    Int(place) < table.utf8CodeUnitCount ? table.utf8Start[Int(place)] : UInt8(ascii: ".")
  }

  /// A small letter is itself, a capital one of the pairs below.
  private static func latin(_ scalar: UInt32, _ table: StaticString, from first: UInt32) -> UInt32 {
    let letter = letter(table, scalar - first)
    switch letter {
    case UInt8(ascii: "."): return africanSmall(scalar)
    case UInt8(ascii: "+"): return scalar + 1
    case UInt8(ascii: "A"): return pairMark | 0x6165
    case UInt8(ascii: "D"): return pairMark | 0x647A
    case UInt8(ascii: "I"): return pairMark | 0x696A
    case UInt8(ascii: "L"): return pairMark | 0x6C6A
    case UInt8(ascii: "N"): return pairMark | 0x6E6A
    case UInt8(ascii: "O"): return pairMark | 0x6F65
    case UInt8(ascii: "S"): return pairMark | 0x7373
    case UInt8(ascii: "T"): return pairMark | 0x7468
    default: return UInt32(letter)
    }
  }

  /// Capitals whose small letters are in the IPA block.
  private static func africanSmall(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x181: 0x253
    case 0x186: 0x254
    case 0x189: 0x256
    case 0x18A: 0x257
    case 0x18E: 0x1DD
    case 0x18F: 0x259
    case 0x190: 0x25B
    case 0x193: 0x260
    case 0x194: 0x263
    case 0x196: 0x269
    case 0x19D: 0x272
    case 0x1B1: 0x28A
    case 0x1B2: 0x28B
    case 0x1B7: 0x292
    default: scalar
    }
  }

  /// "A" is U+03B1, and so on from there.
  private static func greek(_ scalar: UInt32, _ table: StaticString, from first: UInt32) -> UInt32 {
    switch letter(table, scalar - first) {
    case UInt8(ascii: "."): scalar
    case UInt8(ascii: "+"): scalar + 1
    case let letter: 0x370 + UInt32(letter)
    }
  }

  private static func cyrillic(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x450, 0x451, 0x400, 0x401: 0x435
    case 0x403, 0x453: 0x433
    case 0x407, 0x457: 0x456
    case 0x40C, 0x45C: 0x43A
    case 0x40D, 0x45D, 0x419, 0x439: 0x438
    case 0x40E, 0x45E: 0x443
    case 0x402...0x40F: scalar + 0x50
    case 0x410...0x42F: scalar + 0x20
    case 0x483...0x489: nothing
    case 0x476, 0x477: 0x475
    case 0x460...0x481, 0x48A...0x4BF, 0x4FA...0x52F: scalar | 1
    case 0x4C0: 0x4CF
    case 0x4C1, 0x4C2: 0x436
    case 0x4C3...0x4CE: scalar + scalar & 1
    case 0x4D0...0x4F9: asian(scalar)
    default: scalar
    }
  }

  /// "@" is U+0430, and so on from there; "y" and "z" are letters further on.
  private static func asian(_ scalar: UInt32) -> UInt32 {
    switch letter(cyrillicHigh, scalar - 0x4D0) {
    case UInt8(ascii: "."): scalar
    case UInt8(ascii: "+"): scalar + 1
    case UInt8(ascii: "y"): 0x4E9
    case UInt8(ascii: "z"): 0x4D9
    case let letter: 0x3F0 + UInt32(letter)
    }
  }

  // MARK: Tables

  /// U+00C0 to U+024F.
  private static let latinLow: StaticString =
    """
    aaaaaaAceeeeiiiidnooooo.ouuuuyTSaaaaaaAceeeeiiiidnooooo.ouuuuyTy\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiIIjjkkkllllll+\
    .llnnnnnnnnnooooooOOrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    b.+.+..+...+.....ff....i+.......oo+.+..+....+..uu..+.zz.+...+...\
    ....DDDLLLNNNaaiioouuuuuuuuuu.aaaaAA+.ggkkoooo..jDDDgg..nnaaAAoo\
    aaaaeeeeiiiioooorrrruuuusstt+.hh..+.zzaaeeooooooooyy.......+....\
    .+.b..+.+.+.+.+.
    """

  /// U+1E00 to U+1EFF.
  private static let latinHigh: StaticString =
    """
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy.s..S.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy+.+.+.
    """

  /// U+0370 to U+03FF.
  private static let greekLow: StaticString =
    """
    +.+...+...............A.EGI.O.UYIABCDEFGHIJKLMNOPQ.STUVWXYIUAEGI\
    U.................S.......IUOUY.........+.+.+.+.+.+.+.+.+.+.+.+.\
    ....H..+..+.....
    """

  /// U+1F00 to U+1FFF.
  private static let greekHigh: StaticString =
    """
    AAAAAAAAAAAAAAAAEEEEEE..EEEEEE..GGGGGGGGGGGGGGGGIIIIIIIIIIIIIIII\
    OOOOOO..OOOOOO..UUUUUUUU.U.U.U.UYYYYYYYYYYYYYYYYAAEEGGIIOOUUYY..\
    AAAAAAAAAAAAAAAAGGGGGGGGGGGGGGGGYYYYYYYYYYYYYYYYAAAAA.AAAAAAA.I.\
    ..GGG.GGEEGGG...IIII..IIIIII....UUUUQQUUUUUUQ.....YYY.YYOOYYY...
    """

  /// U+04D0 to U+04F9.
  private static let cyrillicHigh: StaticString =
    "@@@@+.EE+.zzFFGG+.HHHHNN+.yy]]SSSSSSWW+.[["
}
