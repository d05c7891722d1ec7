import { type EmulatorClock, hmac } from '@social/emulator'

/**
 * Creates the signature header of a webhook that TikTok would send now: `t=<Unix
 * seconds>,s=<hex>`. The signature covers `<seconds>.<body>`.
 */
export function signNow(
  body: Uint8Array,
  { clock, secret }: { readonly clock: EmulatorClock; readonly secret: string },
): Readonly<Record<string, string>> {
  const time = Math.floor(clock.now().getTime() / 1000)
  const digest = hmac(Buffer.concat([Buffer.from(`${time}.`), body]), secret)
  return { 'tiktok-signature': `t=${time},s=${digest}` }
}
