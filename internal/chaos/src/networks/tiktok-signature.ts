import { type EmulatorClock, hmac } from '@social/emulator'

/** The header of a message that TikTok sends at this moment: `t=<Unix seconds>,s=<hex>`, over `<seconds>.<body>`. */
export function signNow(
  body: Uint8Array,
  { clock, secret }: { readonly clock: EmulatorClock; readonly secret: string },
): Readonly<Record<string, string>> {
  const time = Math.floor(clock.now().getTime() / 1000)
  const digest = hmac(Buffer.concat([Buffer.from(`${time}.`), body]), secret)
  return { 'tiktok-signature': `t=${time},s=${digest}` }
}
