import { Media } from '@social/core'
import { sampleMp4, samplePng } from '@social/emulator'
import sdk from 'facebook-nodejs-business-sdk'
import { beforeAll, describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { EVERYWHERE, PARAMETERS, VIDEO_FIELDS } from './__fixtures__/official-description.js'

type At = Awaited<ReturnType<typeof usingEmulator>>
type Kind = 'page' | 'post' | 'comment' | 'video' | 'upload'

/** One request, with parameters named as in Meta's description. */
interface Asked {
  readonly method: string
  readonly kind: Kind
  /** Edge of the requested object. Null for a request of the object itself. */
  readonly edge: string | null
  /** Names of all sent parameters, without indexes. */
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

const CLASSES = { page: sdk.Page, post: sdk.PagePost, comment: sdk.Comment, video: sdk.AdVideo } as const
/**
 * Returns true for a field that is a list, for which Meta's client has a method such as
 * `getReactions`.
 */
const isList = (kind: keyof typeof CLASSES, name: string): boolean => hasMethod(kind, `get${pascal(name)}`)

const pascal = (name: string): string =>
  name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const hasMethod = (kind: keyof typeof CLASSES, method: string): boolean =>
  Object.getOwnPropertyNames(CLASSES[kind].prototype).includes(method)

/** Returns the top-level names in `fields`, without nested names. */
function topFields(fields: string): readonly string[] {
  let bare = fields
  while (/\{[^{}]*\}/.test(bare)) bare = bare.replaceAll(/\{[^{}]*\}/g, '')
  return bare.split(',').map((field) => field.split('.')[0] ?? '')
}

const picture = () => Media.fromBytes(samplePng(), { filename: 'cake.png', altText: 'A cake' })
const video = () => Media.fromBytes(sampleMp4(4096), { filename: 'cake.mp4' })

/** Sends every kind of request of this package once. */
async function everything(at: At): Promise<void> {
  const page = await at.signIn()
  const publishAt = new Date('2026-11-25T12:00:00Z')
  const link = { link: 'https://a.example/1', callToAction: 'LEARN_MORE', place: '12' } as const
  const { id } = await page.post({ text: 'Bread', options: link })
  await page.post({ media: [picture(), picture()], publishAt })
  const clip = await page.post({ text: 'Folding', media: [video()], options: { title: 'Fold' } })
  await page.post({ media: [video()], publishAt, options: { placement: 'reel', place: '12', title: 'Fold' } })
  await page.post({ media: [picture()], options: { placement: 'story' } })
  await page.post({ media: [video()], options: { placement: 'story' } })
  for (const lost of [
    { text: 'Lost' },
    { text: 'Lost later', publishAt },
    { media: [picture()], options: { placement: 'story' } as const },
  ]) {
    at.faults.add({
      fault: 'replyLost',
      method: 'POST',
      path: lost.text === undefined ? '*/photo_stories' : '*/feed',
    })
    await page.post(lost)
  }
  at.faults.add({ fault: 'replyLost', method: 'POST', path: '*/comments' })
  await page.reply(id, 'Thanks!')
  await page.editPost(id, { text: 'Fresh bread' })
  await page.editPost(clip.id, { text: 'Folding it', options: { title: 'Folding' } })
  at.people.comment({ by: 'Bo', on: id, text: 'Lovely' })
  const update = (await page.fetchUpdates(null)).find(({ isOwn }) => !isOwn)
  if (update === undefined) throw new Error('nothing was polled')
  await page.setCommentVisibility(update)
  await page.like(id)
  await page.unlike(id)
  await page.readStats(id)
  await page.readStats(clip.id)
  await page.checkState(clip.id)
  await page.profile()
  await page.startUpdates()
  await page.stopUpdates()
  await page.deleteComment(update)
  await page.deletePost(id)
}

let asked: readonly Asked[] = []

beforeAll(async () => {
  await using at = await usingEmulator()
  await everything(at)
  const { pages, videos } = at.people.state()
  const kindOf = (id: string): Kind => {
    if (pages.some((page) => page.id === id)) return 'page'
    if (pages.some((page) => id.startsWith(`${page.id}_`))) return 'post'
    return videos.some((one) => one.id === id) ? 'video' : 'comment'
  }
  asked = at.requests().map(({ method, path, query, form, parts }) => {
    const isUpload = path.includes('/rupload/')
    const [id = '', edge = null] = path.split(/\/v26\.0\//)[1]?.split('/') ?? []
    const names = [...Object.keys(query), ...Object.keys(form ?? {}), ...parts.map(({ name }) => name)]
    return {
      method,
      kind: isUpload ? 'upload' : kindOf(id),
      edge,
      parameters: names.map((name) => name.replace(/\[\d+\]$/, '')),
      fields: typeof query['fields'] === 'string' ? topFields(query['fields']) : [],
    }
  })
})

describe('every request', () => {
  it('is covered by this test', () => {
    const made = new Set(asked.map(({ method, kind, edge }) => `${method} ${edge ?? kind}`))
    expect([...made].filter((one) => PARAMETERS[one] !== undefined).toSorted()).toEqual(
      Object.keys(PARAMETERS)
        .filter((one) => one !== 'GET videos')
        .toSorted(),
    )
  })

  it('takes parameters that the official description lists', () => {
    for (const { method, kind, edge, parameters } of asked) {
      if (kind === 'upload' || (method !== 'POST' && edge === null)) continue
      const listed = PARAMETERS[`${method} ${edge ?? kind}`]
      const strange = parameters.filter((name) => !listed?.includes(name) && !EVERYWHERE.includes(name))
      expect([method, edge ?? kind, strange]).toEqual([method, edge ?? kind, []])
    }
  })

  it('goes to a list that the official client has', () => {
    for (const { method, kind, edge } of asked) {
      if (edge === null || kind === 'upload') continue
      const verb = { GET: 'get', POST: 'create', DELETE: 'delete' }[method] ?? method
      const name = pascal(edge)
      const known = [
        `${verb}${name}`,
        `${verb}${name.replace(/ies$/, 'y')}`,
        `${verb}${name.replace(/s$/, '')}`,
      ]
      expect([kind, edge, known.some((one) => hasMethod(kind, one))]).toEqual([kind, edge, true])
    }
  })

  it('requests fields that the official client has', () => {
    for (const { kind, edge, fields } of asked) {
      if (kind === 'upload') continue
      const of =
        edge === null ? kind : edge === 'comments' ? 'comment' : edge.endsWith('_posts') ? 'post' : null
      if (of === null) continue
      const strange = fields.filter(
        (name) =>
          CLASSES[of].Fields[name] === undefined &&
          !isList(of, name) &&
          !(of === 'video' && VIDEO_FIELDS.includes(name)),
      )
      expect([kind, edge, strange]).toEqual([kind, edge, []])
    }
  })
})
