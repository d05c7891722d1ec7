import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { toBoard, toMomentOrNull, toPostDetails, toPostStats } from './map.js'
import { boardReply, pinReply } from './schemas.js'

const read = (pin: unknown) => toPostDetails(v.parse(pinReply, pin), anAccount())

describe('a time of Pinterest', () => {
  it.each([
    ['2026-11-02T09:15:31Z', '2026-11-02T09:15:31.000Z'],
    ['2026-11-02T09:15:31', '2026-11-02T09:15:31.000Z'],
    ['2026-11-02T09:15:31.250', '2026-11-02T09:15:31.250Z'],
    ['2026-11-02T09:15:31+02:00', '2026-11-02T07:15:31.000Z'],
    ['2026-11-02T09:15:31-02:00', '2026-11-02T11:15:31.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(toMomentOrNull(text)?.toISOString()).toBe(moment)
  })

  it.each([null, undefined, '', 'yesterday', '2026-13-45T99:99:99', `2026-11-02T09:15:31${'0'.repeat(50)}Z`])(
    '%o is null',
    (text) => {
      expect(toMomentOrNull(text)).toBeNull()
    },
  )

  it('is read in linear time', () => {
    expect(growthOf(toMomentOrNull, (letters) => '2'.repeat(letters))).toBeLessThan(MAX_GROWTH)
  })
})

describe('a pin', () => {
  it('with only an id is valid', () => {
    expect(read({ id: '1' })).toMatchObject({
      id: '1',
      text: '',
      author: null,
      isMine: false,
      createdAt: null,
      attachments: [],
    })
  })

  it('with fields of the wrong type is read as without them', () => {
    const odd = {
      id: '1',
      title: 5,
      description: [],
      is_owner: 'yes',
      media: 'none',
      created_at: 7,
      link: {},
    }

    expect(read(odd)).toMatchObject({ text: '', isMine: false, attachments: [], createdAt: null })
  })

  it('has its response on raw, and ignores invalid image URLs', () => {
    const pin = {
      id: '1',
      is_owner: true,
      link: 'javascript:alert(1)',
      media: {
        media_type: 'image',
        images: { '600x': { width: 600, height: 900, url: 'javascript:x' }, odd: 3 },
      },
      board_owner: { username: 'bo' },
    }

    const details = read(pin)

    expect(details.attachments).toMatchObject([{ kind: 'image', url: null, width: 600, height: 900 }])
    // Bo owns the board, but Ada owns the pin.
    expect(details.author?.handle).toBe('ada')
    expect(details.raw).toMatchObject({ board_owner: { username: 'bo' } })
  })

  it('with images and videos has attachments of both kinds', () => {
    const items = [
      {
        item_type: 'image',
        images: { '600x': { width: 600, height: 900, url: 'https://i.pinimg.com/a.jpg' } },
      },
      {
        item_type: 'video',
        cover_image_url: 'https://i.pinimg.com/b.jpg',
        video_url: null,
        width: 10,
        height: 20,
      },
      null,
    ]

    const { attachments } = read({ id: '1', media: { media_type: 'multiple_mixed', items } })

    expect(attachments).toMatchObject([
      { kind: 'image', url: 'https://i.pinimg.com/a.jpg' },
      { kind: 'video', url: null, previewUrl: 'https://i.pinimg.com/b.jpg', width: 10 },
    ])
  })

  it.each([
    [null, [null, null, null]],
    [{}, [null, null, null]],
    [{ lifetime_metrics: { reaction: 0, comment: 2 } }, [0, 2, null]],
    [{ lifetime_metrics: { reaction: '3', comment: 2, save: 1 } }, [null, 2, 1]],
  ])('with the numbers %o has %o', (metrics, [likes, comments, shares]) => {
    const stats = toPostStats(v.parse(pinReply, { id: '1', pin_metrics: metrics }))

    expect(stats).toMatchObject({ likes, comments, shares })
  })
})

it('a board with only id and name is valid', () => {
  expect(toBoard(v.parse(boardReply, { id: '1', name: 'Chairs' }))).toEqual({
    id: '1',
    name: 'Chairs',
    description: null,
    privacy: null,
    pinCount: null,
    owner: null,
    createdAt: null,
    raw: expect.objectContaining({ id: '1' }),
  })
})
