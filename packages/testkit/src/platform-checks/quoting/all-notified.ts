import { inspect } from 'node:util'

/** Maximum depth of the search, greater than the depth of any library object. Our choice. */
const MAX_LEVELS = 14
/**
 * Fields that contain secrets on purpose, because the application needs them: an unsaved
 * connection, and a receipt. `console.log` hides them.
 */
const HANDED_OVER: ReadonlySet<string> = new Set(['connection', 'receipt'])
/**
 * Field names by which the search recognizes objects that may contain secrets. Another check
 * covers these objects.
 */
const HOLDERS = ['accessToken', 'clientSecret', 'token'] as const

/**
 * Returns all texts inside a value, including hidden fields. Also returns the output of `inspect`
 * and the JSON of the value.
 */
export function allNotified(value: unknown): readonly string[] {
  const texts: string[] = [inspect(value, { depth: MAX_LEVELS, showHidden: true }), asJson(value)]
  collect(value, texts, new Set(), 0)
  return texts
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

function collect(value: unknown, texts: string[], seen: Set<unknown>, level: number): void {
  if (typeof value === 'string') texts.push(value)
  if (typeof value !== 'object' || value === null || seen.has(value) || level > MAX_LEVELS) return
  seen.add(value)
  if (HOLDERS.some((name) => name in value)) return
  if (value instanceof Map) collect([...value], texts, seen, level + 1)
  for (const name of Reflect.ownKeys(value)) {
    if (HANDED_OVER.has(String(name))) continue
    texts.push(String(name))
    collect(Reflect.get(value, name), texts, seen, level + 1)
  }
  // Reads these fields explicitly, because they may be getters of the class or not enumerable.
  for (const name of ['raw', 'cause', 'stack', 'message'])
    if (name in value) collect(Reflect.get(value, name), texts, seen, level + 1)
}
