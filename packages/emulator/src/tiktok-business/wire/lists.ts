import { badField } from './refusals.js'

/** Reads a JSON array of strings from a parameter. Returns null if the parameter is missing. */
export function readTexts(params: URLSearchParams, name: string): readonly string[] | null {
  const text = params.get(name)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  } catch {
    // Invalid JSON gets the same error as a value that is not a list of strings.
  }
  throw badField(name, 'Not a valid list.')
}

/**
 * Reads an integer parameter.
 * @throws Refusal if the number is outside the range.
 */
export function readNumber(
  params: URLSearchParams,
  name: string,
  rule: { readonly min: number; readonly max: number; readonly defaultValue: number },
): number {
  const text = params.get(name)
  if (text === null) return rule.defaultValue
  const value = /^\d{1,16}$/.test(text) ? Number(text) : -1
  if (value < rule.min || value > rule.max)
    throw badField(name, `Must be between ${rule.min} and ${rule.max}.`)
  return value
}

/**
 * Reads a parameter that must have one of the given values. Returns null if the parameter is
 * missing.
 */
export function readChoice<W extends string>(
  params: URLSearchParams,
  name: string,
  message: readonly W[],
): W | null {
  const text = params.get(name)
  if (text === null) return null
  const word = message.find((one) => one === text)
  if (word === undefined) throw badField(name, `Must be one of: ${message.join(', ')}.`)
  return word
}
