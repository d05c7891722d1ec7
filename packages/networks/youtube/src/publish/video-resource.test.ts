import type { youtube_v3 } from '@googleapis/youtube'
import { describe, expect, it } from 'vitest'

import { toVideoResource } from './video-resource.js'

describe('the metadata of an upload', () => {
  it("matches Google's video resource", () => {
    const video: youtube_v3.Schema$Video = toVideoResource({
      text: 'How we fold it.',
      publishAt: new Date('2026-12-01T09:00:00Z'),
      options: {
        title: 'Sourdough',
        madeForKids: true,
        privacyStatus: 'private',
        categoryId: '22',
        tags: ['bread'],
      },
    })

    expect(video).toEqual({
      snippet: { title: 'Sourdough', description: 'How we fold it.', categoryId: '22', tags: ['bread'] },
      status: {
        privacyStatus: 'private',
        selfDeclaredMadeForKids: true,
        publishAt: '2026-12-01T09:00:00.000Z',
      },
    })
  })
})
