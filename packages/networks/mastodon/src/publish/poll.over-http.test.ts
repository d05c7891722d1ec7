import { InvalidPostError, Media } from '@social/core'
import { samplePng } from '@social/emulator'
import { expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const poll = { options: ['yes', 'no'], seconds: 3600 }
const picture = () => Media.fromBytes(samplePng(), { filename: 'cat.png' })

it('a poll is posted and read with its votes', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()

  const { id } = await account.post({ text: 'Tea?', options: { poll: { ...poll, multiple: true } } })
  at.people.vote({ by: 'bea', on: id, choices: ['0', '1'] })
  at.people.vote({ by: 'cleo', on: id, choices: ['1'] })

  const { poll: shown } = await account.readPost(id)
  expect(shown).toMatchObject({
    choices: [
      { text: 'yes', votes: 1, share: 1 / 3, chosenByMe: false },
      { text: 'no', votes: 2, share: 2 / 3, chosenByMe: false },
    ],
    multiple: true,
    isClosed: false,
    voteCount: 3,
    voterCount: 2,
    votedByMe: false,
  })
  expect(shown?.endsAt).toEqual(new Date(at.clock.now().getTime() + 3_600_000))
})

it('a poll whose response was lost is distinguished from one with other choices', async () => {
  await using at = await usingEmulator({
    server: { software: 'gotosocial', version: '0.19.1', apiVersion: null },
  })
  const account = await at.signIn()
  await account.limits()
  await account.post({ text: 'Tea?', options: { poll: { ...poll, options: ['green', 'black'] } } })
  at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'replyLost' })

  const { id } = await account.post({ text: 'Tea?', options: { poll } }, { idempotencyKey: 'k' })

  expect((await account.readPost(id)).poll?.choices.map(({ text }) => text)).toEqual(['yes', 'no'])
  expect(at.effects()).toHaveLength(2)
})

it.each([
  ['five choices', { ...poll, options: ['1', '2', '3', '4', '5'] }, /at most 4 choices/],
  ['the same choice twice', { ...poll, options: ['yes', ' yes '] }, /the same/],
  ['a blank choice', { ...poll, options: ['yes', ' '] }, /blank/],
  [
    'a long choice',
    { ...poll, options: ['yes', '👩‍👩‍👧'.repeat(51)] },
    /has 51 characters\. This mastodon server accepts at most 50/,
  ],
  ['a duration that is too short', { ...poll, seconds: 299 }, /300 to 2629746 seconds/],
  ['a duration that is too long', { ...poll, seconds: 2_629_747 }, /300 to 2629746 seconds/],
  ['one choice', { ...poll, options: ['yes'] }, /options\.poll/],
])('a poll with %s is refused before it is posted', async (_what, bad, message) => {
  await using at = await usingEmulator()
  const account = await at.signIn()

  await expect(account.post({ text: 'Tea?', options: { poll: bad } })).rejects.toThrow(message)

  expect(at.counts()['POST /api/v1/statuses']).toBeUndefined()
})

it.each([
  ['4.5.9', 7, InvalidPostError],
  ['4.6.5', 11, null],
])('a poll with an image on Mastodon %s', async (version, apiVersion, refusal) => {
  await using at = await usingEmulator({ server: { version, apiVersion } })
  const account = await at.signIn()

  const failure: unknown = await account.post({ text: 'Tea?', media: [picture()], options: { poll } }).then(
    () => null,
    (error: unknown) => error,
  )

  expect(failure === null ? null : (failure as Error).constructor).toBe(refusal)
  expect(at.counts()['POST /api/v2/media']).toBe(refusal === null ? 1 : undefined)
})

it('a poll in a quote is refused without a request', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()

  await expect(account.post({ text: 'Tea?', options: { poll, quotedStatusId: '7' } })).rejects.toThrow(
    /a post with a quote/,
  )

  expect(at.counts()).toEqual({})
})
