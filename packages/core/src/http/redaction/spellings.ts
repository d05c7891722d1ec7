/** Minimum length of base64 in characters. A shorter text may be part of a word. */
const MIN_BASE64_LENGTH = 6
const BITS_OF_LETTER = 6
/** Number of base64 characters that contain bits of the preceding text, by its length modulo three. */
const LETTERS_BEFORE = [0, 2, 3] as const

/** Spellings of a secret in a URL that we built: as a value, or in a path that was encoded as a whole. */
export function addressSpellings(secret: string): readonly string[] {
  const whole = secret.toWellFormed()
  return [secret, encodeURIComponent(whole), encodeURI(whole)]
}

/** The part of a secret in base64 that is independent of its position in a longer text (`user:password`). */
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
