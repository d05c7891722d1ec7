/**
 * Creates a filter that keeps one of `share` cases of a large table. `npm test` runs these cases,
 * and `npm run nightly` runs all of them. The filter counts, so that the kept cases differ from
 * one row of the table to the next.
 *
 * @param share - Number of cases of which one is kept. Use a number that does not divide the length
 * of a row.
 */
export function sampleOf(share: number): () => boolean {
  const keepsAll = process.env['SOCIAL_ALL_CASES'] === '1'
  let seen = 0
  return () => {
    seen += 1
    return keepsAll || seen % share === 1
  }
}
