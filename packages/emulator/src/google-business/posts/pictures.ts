import { createHash } from 'node:crypto'

import { receive } from '../../framework/bodies/body.js'
import { sniff } from '../../framework/files/sniff.js'
import type { GoogleState } from '../state.js'
import { badV4 } from '../wire/refusals.js'

/**
 * Minimum size of a picture in bytes.
 * https://support.google.com/business/answer/6103862 (copy of 2026)
 */
const MIN_BYTES = 10_240
/** Maximum size of a picture in bytes. Source: same page. */
const MAX_BYTES = 5_000_000
/** Minimum width and height of a picture in pixels. Source: same page. */
const MIN_SIDE = 250
/** Timeout in milliseconds for fetching a picture. Chosen for the emulator. */
const PATIENCE_MS = 10_000

const failed = (): Error => badV4(1000, 'media', 'Fetching image failed.')

/**
 * Fetches a picture from its URL.
 * @returns The SHA-256 of the picture in hexadecimal.
 * @throws Refusal if the fetch fails or the picture violates Google's rules.
 */
export async function fetchPicture(address: string, { settings }: GoogleState): Promise<string> {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) throw failed()
  let response: Response
  try {
    response = await settings.fetch(url.href, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    throw failed()
  }
  if (!response.ok || response.body === null) throw failed()
  const { bytes, head } = await receive(response.body, {
    refuseAbove: MAX_BYTES,
    hash: null,
    keepUpTo: MAX_BYTES,
  })
    .then((received) => ({ bytes: received.bytes, head: received.kept ?? received.head }))
    .catch(() => {
      throw failed()
    })
  const found = sniff(head)
  const isPicture = found?.contentType === 'image/jpeg' || found?.contentType === 'image/png'
  const side = Math.min(found?.width ?? MIN_SIDE, found?.height ?? MIN_SIDE)
  if (!isPicture || bytes < MIN_BYTES || bytes > MAX_BYTES || side < MIN_SIDE) throw failed()
  return createHash('sha256').update(head).digest('hex')
}
