import { Media } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator } from './__fixtures__/at-emulator.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

let net: Network
let ada: Account
beforeAll(async () => {
  net = await atEmulator()
  ada = await net.signIn()
})
beforeEach(() => net.clear())
afterAll(() => net.close())

/** Makes the server refuse the token for the video service the given number of times. */
function refusePass(error: string, count: number): void {
  const path = '/xrpc/com.atproto.server.getServiceAuth'
  const body = { error, message: 'expiration is in past' }
  net.emulator.faults('bluesky').add({ fault: 'status', status: 400, body, path, count })
}

const asked = (): number => net.routes().filter((route) => route.endsWith('getServiceAuth')).length
const aFilm = (bytes: number) => Media.fromBytes(sampleMp4(bytes), { filename: 'a.mp4' })

describe('the service token for a video', () => {
  it('is requested again when its expiry was wrong, with the time of the refusal', async () => {
    refusePass('BadExpiration', 1)

    expect(await ada.post({ text: 'film', media: [aFilm(2048)] })).toMatchObject({ state: 'DONE' })
    expect(asked()).toBe(2)
  })

  it.each([
    ['BadExpiration', 2],
    ['InvalidRequest', 1],
  ])('is not requested repeatedly after %s', async (error, times) => {
    refusePass(error, 2)

    const posting = ada.post({ text: 'film', media: [aFilm(2049)] })
    await expect(posting).rejects.toMatchObject({ raw: { error } })
    expect(asked()).toBe(times)
  })
})
