// A barcode for a scanner: Code 128 (ISO/IEC 15417), with the characters from space to DEL.

/**
 * Widths of bars and gaps, six for each symbol: the values 0 to 102, and the three start symbols.
 */
const WIDTHS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221' +
  '312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131' +
  '311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242' +
  '121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
const START_B = 104
const STOP = '2331112'

/** The bars of a text as a path of height 60, and its width including the quiet zones. */
export function barcode(text) {
  const values = [...text].map(character => character.charCodeAt(0) - 32)
  const check = values.reduce((sum, value, place) => sum + value * (place + 1), START_B) % 103
  const widths = [START_B, ...values, check].map(value => WIDTHS.slice(value * 6, value * 6 + 6)).join('') + STOP
  let [x, path] = [10, '']
  for (const [place, width] of [...widths].map(Number).entries()) {
    if (place % 2 === 0) path += `M${x} 0h${width}v60h-${width}z`
    x += width
  }
  return { path, width: x + 10 }
}
