/**
 * Returns all values of a cookie. Several values are possible, because a sibling domain can set a cookie with the
 * same name.
 */
export function readCookies(header: string, name: string): readonly string[] {
  const values: string[] = []
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) values.push(pair.slice(at + 1).trim())
  }
  return values
}
