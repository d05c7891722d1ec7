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

/**
 * The ways in which networks write what they were sent when they quote it: in an address (also once more encoded, and
 * with small letters), in a form, in JSON (also inside a text of JSON, and with `\/`), in HTML, in base64.
 */
export function spellingsOf(secret: string): readonly string[] {
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  const inJson = JSON.stringify(secret).slice(1, -1)
  return [
    ...[...addressSpellings(secret), inForm].flatMap((encoded) => [
      encoded,
      encodeURIComponent(encoded),
      encoded.replaceAll(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase()),
    ]),
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    JSON.stringify(inJson).slice(1, -1),
    inHtml(secret, '&#39;'),
    inHtml(secret, '&#x27;'),
    ...base64Of(secret),
  ]
}

function inHtml(secret: string, apostrophe: string): string {
  return secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe)
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
