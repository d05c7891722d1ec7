import { afterEach, beforeEach, expect, it } from 'vitest'

import { signInAnywhere } from './check/sign-in-anywhere.js'
import { SupervisedStudio } from './check/supervised-studio.js'
import { until } from './check/visitor.js'
import type { Composition } from './shared/compose.js'

const IN_SECONDS = 4

let studio: SupervisedStudio

beforeEach(async () => {
  studio = await SupervisedStudio.start()
})

afterEach(async () => {
  await studio.remove()
})

it('keeps drafts and scheduled posts when its process is killed, and publishes due posts once', async () => {
  const { visitor } = studio
  const accountId = await signInAnywhere(visitor, 'bluesky')
  const draft: Composition = {
    id: crypto.randomUUID(),
    text: 'Half a sentence',
    files: [],
    accountIds: [accountId],
    variations: {},
    options: {},
    publishAt: null,
  }
  await visitor.ask('PUT', `/api/drafts/${draft.id}`, draft)
  const later: Composition = {
    ...draft,
    id: crypto.randomUUID(),
    text: 'At its time',
    publishAt: new Date(Date.now() + IN_SECONDS * 1000).toISOString(),
  }
  await visitor.ask('POST', `/api/drafts/${later.id}/publish`, later)
  expect((await visitor.studio()).posts.map(({ status }) => status)).toEqual(['WAITING'])

  await studio.kill()

  const { drafts, accounts } = await visitor.studio()
  expect([drafts, accounts.map(({ id }) => id)]).toEqual([[draft], [accountId]])
  const post = await until('The post', async () => {
    const { posts } = await visitor.studio()
    return posts.find(({ status }) => status === 'DONE')
  })
  expect([post.text, (await visitor.studio()).posts.length]).toEqual(['At its time', 1])
})
