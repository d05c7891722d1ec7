import { InvalidPostError, Media } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

const video = () => Media.fromBytes(sampleMp4(4096), { filename: 'cake.mp4' })

describe('editing', () => {
  it('changes the text of a post, and returns its publish state', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const out = await page.post({ text: 'Bred' })
    const later = await page.post({ text: 'Bred', publishAt: new Date('2026-11-25T12:00:00Z') })
    expect(await page.editPost(out.id, { text: 'Bread' })).toMatchObject({
      id: out.id,
      state: 'DONE',
      url: out.url,
    })
    expect(await page.editPost(later.id, { text: 'Bread' })).toMatchObject({ state: 'SCHEDULED', url: null })
    expect(at.people.state().posts.map(({ message }) => message)).toEqual(['Bread', 'Bread'])
  })

  it('changes the text and title of a video', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Fold', media: [video()] })
    expect(await page.editPost(id, { text: 'Folding', options: { title: 'How' } })).toMatchObject({
      id,
      state: 'PROCESSING',
    })
    expect(at.people.state().videos).toMatchObject([{ description: 'Folding', title: 'How' }])
    await page.editPost(id, { options: { title: 'Why' } })
    expect(at.people.state().videos).toMatchObject([{ description: 'Folding', title: 'Why' }])
  })

  it.each([
    ['lost after its effect', { fault: 'replyLost' }],
    ['lost before it', { fault: 'closeBeforeEffect' }],
    ['an outage', { fault: 'status', status: 500, afterEffect: true }],
  ] as const)('whose response is %s ends with the new text', async (_what, fault) => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Bred' })
    at.faults.add({ ...fault, method: 'POST', path: '/:version/:id' })
    const edit = () => page.editPost(id, { text: 'Bread' }, { idempotencyKey: 'k' })
    await edit().catch(() => edit())
    expect(at.people.state().posts).toMatchObject([{ message: 'Bread' }])
  })

  it('refuses fields that cannot be changed, and sends nothing', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Bred' })
    at.forget()
    for (const edit of [
      { text: 'a'.repeat(63_207) },
      { options: { title: 'A post has none' } },
      { text: 'x', options: { link: 'https://a.example' } },
    ])
      await expect(page.editPost(id, edit)).rejects.toThrow(InvalidPostError)
    expect(at.requests()).toEqual([])
  })

  it('is only for posts that this app created', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = at.people.postByHand({ page: "Ada's Cakes", text: 'By hand' })
    await expect(page.editPost(id, { text: 'x' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })
})
