/** A shorter piece of base64 may be part of ordinary words. */
const MIN_BASE64_LENGTH = 6
const BITS_OF_LETTER = 6
/** Letters of base64 that hold bits of what stands before the secret, by how many bytes (of three) that is. */
const LETTERS_BEFORE = [0, 2, 3] as const

/** A secret in an address that we wrote: as a value, or in a path that was written whole. */
export function addressSpellings(secret: string): readonly string[] {
  const whole = secret.toWellFormed()
  return [secret, encodeURIComponent(whole), encodeURI(whole)]
}

/** What is always the same of a secret in base64, wherever it begins in a longer text (`user:password`). */
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
