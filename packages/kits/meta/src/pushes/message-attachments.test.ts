import { expect, it } from 'vitest'

import { messageAttachments } from './message-attachments.js'

it('attachments of a message have a kind and an address', () => {
  const attachments = [
    { type: 'image', payload: { url: 'https://cdn.example/a.jpg' } },
    { type: 'location', payload: { coordinates: { lat: 1, long: 2 } } },
    { type: 'share' },
    { type: 'video', payload: 'broken' },
    { payload: {} },
    null,
  ]
  expect(messageAttachments({ attachments })).toMatchObject([
    { kind: 'image', url: 'https://cdn.example/a.jpg' },
    { kind: 'location', url: null },
    { kind: 'share', url: null },
    { kind: 'video', url: null },
  ])
  expect(messageAttachments({ attachments: 'none' })).toEqual([])
  expect(messageAttachments({})).toEqual([])
})

it('a message with very many attachments is read in part', () => {
  const attachments = Array.from({ length: 5000 }, () => ({ type: 'image' }))
  expect(messageAttachments({ attachments })).toHaveLength(100)
})
