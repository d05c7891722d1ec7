import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Media, RateLimitError, SocialBaseError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { someBytes } from '../__fixtures__/videos.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

/**
 * Builds the response of an application: 429 for a rate limit, 400 for any other error of the
 * library.
 */
async function answer(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work())
  } catch (error) {
    if (RateLimitError.is(error))
      return Response.json({ detail: `${error.message} Do not retry today.` }, { status: 429 })
    if (SocialBaseError.is(error)) return Response.json({ detail: error.message }, { status: 400 })
    throw error
  }
}

/** Sends `POST /shorts` with form fields. */
const postShort = (at: At, form: Readonly<Record<string, string>>) =>
  answer(async () => {
    const { id, url, state } = await at.client.account<string>(form['connection_id'] ?? '').post({
      text: form['description'] ?? '',
      media: [Media.fromFile(form['path'] ?? '')],
      options: {
        title: form['title'],
        madeForKids: { yes: true, no: false }[form['made_for_kids'] ?? ''],
        privacyStatus: form['privacy_status'],
      },
    })
    return { video_id: id, url, state }
  })

/** Sends `GET /shorts/<connection_id>/<video_id>`. */
const readShort = (at: At, connectionId: string, videoId: string) =>
  answer(async () => {
    const { state, url } = await at.client.account<string>(connectionId).checkState(videoId)
    return { state, url }
  })

describe('routes of an application', () => {
  // Holds R-0398, R-0399.
  it('publish a clip, and report its state and the limits', async () => {
    await using at = await usingEmulator({ network: { uploadsPerDay: 1 } })
    const { id: connectionId } = await at.signIn()
    const folder = await mkdtemp(join(tmpdir(), 'shorts-'))
    const path = join(folder, 'short.mp4')
    await writeFile(path, someBytes(1000))
    const form = { connection_id: connectionId, path, title: 'A short', made_for_kids: 'no' }

    const refused = await postShort(at, { ...form, made_for_kids: 'perhaps' })
    const posted = await postShort(at, form)
    const { video_id: videoId, url } = (await posted.clone().json()) as { video_id: string; url: string }
    const processing = await readShort(at, connectionId, videoId)
    at.people.finishProcessing({})
    const done = await readShort(at, connectionId, videoId)
    const usedUp = await postShort(at, form)
    await rm(folder, { recursive: true })

    expect([refused.status, posted.status, usedUp.status]).toEqual([400, 200, 429])
    expect(await posted.json()).toEqual({ video_id: videoId, url, state: 'PROCESSING' })
    expect(url).toBe(`https://www.youtube.com/watch?v=${videoId}`)
    expect(await processing.json()).toEqual({ state: 'PROCESSING', url })
    expect(await done.json()).toEqual({ state: 'DONE', url })
    expect(await usedUp.json()).toEqual({ detail: expect.stringContaining('Do not retry today') })
  })
})
