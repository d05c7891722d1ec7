import { InvalidPostError, MissingPermissionError, OutcomeUnknownError, PostGoneError } from '@social/core'
import { aVideo } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { OPTIONS } from '../__fixtures__/videos.js'
import { withVideo } from '../__fixtures__/with-video.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

const EVERYTHING = {
  title: 'Sourdough',
  madeForKids: false,
  privacyStatus: 'unlisted',
  categoryId: '26',
  tags: ['bread', 'sour dough'],
  containsSyntheticMedia: true,
  hasPaidProductPlacement: true,
  embeddable: false,
  license: 'creativeCommon',
  publicStatsViewable: false,
  defaultLanguage: 'pt-BR',
  recordingDate: '2026-11-20',
} as const

/** Creates an account with a video that has all metadata, and resets the request counters. */
async function withEverything(at: At) {
  const ada = await at.signIn()
  const { id } = await ada.post({ text: 'How we fold it.', media: [aVideo()], options: EVERYTHING })
  at.forget()
  return { ada, id }
}

const changes = (at: At) => at.requests().filter(({ method }) => method === 'PUT')

describe('an edit of a video', () => {
  it('changes the given fields, and leaves the others of the same part unchanged', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withEverything(at)
    const [before] = at.videos()

    const result = await ada.editPost(id, { text: 'How we fold it, again.' })

    expect(at.videos()).toEqual([{ ...before, description: 'How we fold it, again.' }])
    expect(changes(at)).toMatchObject([
      { query: { part: 'snippet' }, json: { id, snippet: { title: 'Sourdough', tags: EVERYTHING.tags } } },
    ])
    expect(result).toMatchObject({
      id,
      url: `https://www.youtube.com/watch?v=${id}`,
      state: 'PROCESSING',
      raw: { kind: 'youtube#video', snippet: { description: 'How we fold it, again.' } },
    })
  })

  it('changes every option in one request after one read', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withEverything(at)
    const [before] = at.videos()

    const options = {
      title: 'Bread',
      madeForKids: true,
      privacyStatus: 'public',
      categoryId: '22',
      tags: [],
      containsSyntheticMedia: false,
      hasPaidProductPlacement: false,
      embeddable: true,
      license: 'youtube',
      publicStatsViewable: true,
      defaultLanguage: 'en',
      recordingDate: '2026-11-21',
    }
    await ada.editPost(id, { options })

    expect(at.videos()).toEqual([{ ...before, ...options, recordingDate: '2026-11-21T00:00:00Z' }])
    expect(at.counts()).toEqual({ 'GET /youtube/v3/videos': 1, 'PUT /youtube/v3/videos': 1 })
    expect(changes(at)).toMatchObject([
      { query: { part: 'snippet,status,recordingDetails,paidProductPlacementDetails' } },
    ])
  })

  it('keeps the publish time of a private video, and removes it from a visible one', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at, '2026-12-01T09:00:00Z')

    const waiting = await ada.editPost(id, { options: { embeddable: false } })
    at.people.finishProcessing({})
    const still = await ada.checkState(id)
    const shown = await ada.editPost(id, { options: { privacyStatus: 'unlisted' } })

    expect([waiting.state, still.state, shown.state]).toEqual(['PROCESSING', 'SCHEDULED', 'DONE'])
    expect(at.videos()).toMatchObject([{ embeddable: false, privacyStatus: 'unlisted', publishAt: null }])
  })

  it.each([
    [{}, /changes nothing/],
    [{ text: 'a'.repeat(5001) }, /5000/],
    [{ text: 'a < b' }, /< or >/],
    [{ options: { title: '' } }, /options\.title/],
    [{ options: { recordingDate: '2026-02-30' } }, /recordingDate must be a day/],
    [{ options: { defaultLanguage: 'English' } }, /defaultLanguage must be a language tag/],
    [{ options: { notifySubscribers: false } }, /does not know the option/],
    [{ options: { license: 'mit' } }, /"youtube", "creativeCommon"/],
  ])('to %o is refused before a request', async (edit, expected) => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)

    const editing = ada.editPost(id, edit)

    await expect(editing).rejects.toThrow(InvalidPostError)
    await expect(editing).rejects.toThrow(expected)
    expect(at.counts()).toEqual({})
  })

  it('of a missing video, or without the permission, is refused by name', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    const limited = await at.signIn('Ada', [
      'https://www.googleapis.com/auth/youtube.upload',
      'https://www.googleapis.com/auth/youtube.readonly',
    ])

    await expect(ada.editPost('gone', { text: 'a' })).rejects.toThrow(PostGoneError)
    const refused = await limited.editPost(id, { text: 'a' }).catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(MissingPermissionError)
    expect(refused).toMatchObject({ needs: 'https://www.googleapis.com/auth/youtube.force-ssl' })
    expect(at.videos()).toMatchObject([{ description: '' }])
  })

  it.each([
    ['its answer was lost', { fault: 'replyLost' } as const],
    ['it was made and answered with 503', { fault: 'status', status: 503, afterEffect: true } as const],
  ])('is found, and not sent again, when %s', async (_what, fault) => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const { ada, id } = await withVideo(at)
    at.faults.add({ ...fault, method: 'PUT', nth: 1 })

    const result = await ada.editPost(id, { text: 'New', options: { tags: ['a'] } })

    expect(result).toMatchObject({ id, state: 'PROCESSING' })
    expect(changes(at)).toHaveLength(1)
    expect(at.videos()).toMatchObject([{ description: 'New', tags: ['a'], title: OPTIONS.title }])
  })

  it('is unknown when it was not found, and a repetition with the same key makes it', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const { ada, id } = await withVideo(at)
    at.faults.add({ fault: 'status', status: 503, method: 'PUT', nth: 1 })
    const edit = () => ada.editPost(id, { text: 'New' }, { idempotencyKey: 'edit' })

    await expect(edit()).rejects.toThrow(OutcomeUnknownError)
    await edit()

    expect(changes(at)).toHaveLength(2)
    expect(at.videos()).toMatchObject([{ description: 'New', title: OPTIONS.title }])
  })

  it('costs one unit to read and fifty to change', async () => {
    await using at = await usingEmulator({ network: { unitsPerDay: 51 } })
    const { ada, id } = await withVideo(at)

    await ada.editPost(id, { text: 'New' })

    await expect(ada.editPost(id, { text: 'Newer' })).rejects.toThrow('daily quota')
  })
})

it('keeps all metadata of a new video', async () => {
  await using at = await usingEmulator()
  await withEverything(at)

  expect(at.videos()).toMatchObject([
    { ...EVERYTHING, tags: [...EVERYTHING.tags], recordingDate: '2026-11-20T00:00:00Z' },
  ])
})
