import { describe, expect, it } from 'vitest'

import { type Composition, draftFor } from './compose.js'
import type { PostMedia } from './posts.js'

const file = (id: string, altText: string): PostMedia => ({
  id,
  name: `${id}.png`,
  kind: 'IMAGE',
  bytes: 1,
  altText,
})

function aComposition(parts: Partial<Composition> = {}): Composition {
  return {
    id: 'one',
    text: 'For all',
    files: [file('a', 'A'), file('b', 'B')],
    accountIds: ['x:1', 'y:2'],
    variations: {},
    options: {},
    publishAt: null,
    ...parts,
  }
}

describe('the draft of one account', () => {
  it('is the shared draft without overrides', () => {
    expect(draftFor(aComposition(), 'x:1')).toEqual({
      accountId: 'x:1',
      text: 'For all',
      media: [
        { uploadId: 'a', altText: 'A' },
        { uploadId: 'b', altText: 'B' },
      ],
      publishAt: null,
      options: {},
    })
  })

  it('has its own text, order, descriptions and options', () => {
    const files = [
      { uploadId: 'b', altText: 'Mine' },
      { uploadId: 'a', altText: 'A' },
    ]
    const composition = aComposition({
      variations: { 'y:2': { text: '', files } },
      options: { 'y:2': { boardId: '7' } },
    })

    expect(draftFor(composition, 'y:2')).toMatchObject({ text: '', media: files, options: { boardId: '7' } })
    expect(draftFor(composition, 'x:1').text).toBe('For all')
  })

  it('gets files that were added later, and loses removed files', () => {
    const variations = {
      'x:1': {
        files: [
          { uploadId: 'gone', altText: '' },
          { uploadId: 'b', altText: 'Mine' },
        ],
      },
    }

    expect(draftFor(aComposition({ variations }), 'x:1').media.map(({ uploadId }) => uploadId)).toEqual([
      'b',
      'a',
    ])
  })
})
