/** Minimum length of an encoded secret that is searched. A shorter one may occur in ordinary text. */
const MIN_BASE64_LENGTH = 6
const BITS_OF_LETTER = 6
/**
 * Number of base64 characters that depend on the text before the secret. The index is the length
 * of that text in bytes, modulo three.
 */
const LETTERS_BEFORE = [0, 2, 3] as const

/**
 * Returns the spellings of a secret in a URL that this library built: unchanged, encoded as a
 * value, and encoded as part of a path.
 */
export function addressSpellings(secret: string): readonly string[] {
  const whole = secret.toWellFormed()
  return [secret, encodeURIComponent(whole), encodeURI(whole)]
}

/**
 * Returns the base64 spellings of a secret inside a longer text, such as `user:password`. Only the
 * characters that do not depend on the surrounding text are returned.
 */
export function base64Of(secret: string): readonly string[] {
  return LETTERS_BEFORE.flatMap((lettersBefore, bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)])
    const end = Math.floor((bytes.byteLength * 8) / BITS_OF_LETTER)
    if (end - lettersBefore < MIN_BASE64_LENGTH) return []
    return [bytes.toString('base64'), bytes.toString('base64url')].map((text) =>
      text.slice(lettersBefore, end),
    )
  })
}
