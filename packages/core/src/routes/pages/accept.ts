/** Maximum number of media types or languages that are read from one header. Our choice: browsers send fewer than ten. */
const MAX_ITEMS = 32

interface Weighted {
  readonly value: string
  readonly weight: number
}

/** Reads a header of weighted values (RFC 9110, section 12.4.2). Values without a readable weight have weight 1. */
function readWeighted(header: string): readonly Weighted[] {
  return header
    .split(',', MAX_ITEMS)
    .map((item) => {
      const [value = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
      return { value, weight: Number.isFinite(weight) ? weight : 1 }
    })
    .filter(({ value }) => value !== '')
}

/**
 * Returns true if a client asks for HTML by name, and prefers it to JSON. A wildcard is not enough, because programs
 * send it too.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const items = readWeighted(accept ?? '')
  const weightOf = (type: string): number => items.find(({ value }) => value === type)?.weight ?? 0
  const html = weightOf('text/html')
  return html > 0 && html >= weightOf('application/json')
}

/** Returns the language that a browser prefers among the given ones. Default: the first of them. */
export function preferredLanguage(header: string | undefined, known: readonly string[]): string {
  const wanted = readWeighted(header ?? '')
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { value } of wanted) {
    const found = known.find((language) => language === value || value.startsWith(`${language}-`))
    if (found !== undefined) return found
  }
  return known[0] ?? 'en'
}
