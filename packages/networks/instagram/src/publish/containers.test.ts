import { Media } from '@social/core/platform'
import { aPost } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import type { ReadOptions } from '../options.js'
import type { PostKind } from './check.js'
import { planOf } from './containers.js'

const ADDRESS = 'https://a.example/file'
const picture = Media.fromUrl('https://a.example/1.jpg', { altText: 'A cake' })
const video = Media.fromUrl('https://a.example/1.mp4')
const tags = [{ username: 'bo', x: 0, y: 1 }]
const common = { collaborators: ['bo', 'cleo'], locationId: '7', isAiGenerated: true }
const asFields = { collaborators: '["bo","cleo"]', location_id: '7', is_ai_generated: true }

/** Returns the form fields of the container that is published. Empty fields are left out. */
function formOf(kind: PostKind, media: readonly Media[], options: Partial<ReadOptions>, text = 'Cake') {
  const post = aPost<ReadOptions>({ text, media, options: { placement: 'feed', ...options } })
  const address = kind === 'CAROUSEL' ? null : ADDRESS
  const form = planOf(post, kind).parentFields({ pieces: ['1', '2'], address })
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null && value !== undefined))
}

describe('the published container', () => {
  it.each<[PostKind, readonly Media[], Partial<ReadOptions>, object]>([
    ['PICTURE', [picture], {}, { image_url: ADDRESS, caption: 'Cake', alt_text: 'A cake' }],
    [
      'PICTURE',
      [picture],
      { ...common, userTags: tags },
      {
        image_url: ADDRESS,
        caption: 'Cake',
        alt_text: 'A cake',
        user_tags: JSON.stringify(tags),
        ...asFields,
      },
    ],
    ['REEL', [video], {}, { video_url: ADDRESS, caption: 'Cake', media_type: 'REELS' }],
    [
      'REEL',
      [video],
      {
        ...common,
        shareToFeed: false,
        coverUrl: 'https://a.example/c.jpg',
        thumbOffsetMs: 5,
        audioName: 'Song',
        trial: 'SS_PERFORMANCE',
      },
      {
        video_url: ADDRESS,
        caption: 'Cake',
        media_type: 'REELS',
        share_to_feed: false,
        cover_url: 'https://a.example/c.jpg',
        thumb_offset: 5,
        audio_name: 'Song',
        trial_params: '{"graduation_strategy":"SS_PERFORMANCE"}',
        ...asFields,
      },
    ],
    [
      'STORY',
      [video],
      { isAiGenerated: true, userTags: [{ username: 'bo' }] },
      {
        video_url: ADDRESS,
        media_type: 'STORIES',
        is_ai_generated: true,
        user_tags: '[{"username":"bo"}]',
      },
    ],
    [
      'CAROUSEL',
      [picture, video],
      common,
      { media_type: 'CAROUSEL', children: '1,2', caption: 'Cake', ...asFields },
    ],
  ])('of a %s of %j with %j contains all fields', (kind, media, options, form) => {
    expect(formOf(kind, media, options)).toEqual(form)
  })

  it('has no caption without text', () => {
    expect(formOf('PICTURE', [picture], {}, '')).toEqual({ image_url: ADDRESS, alt_text: 'A cake' })
  })
})

it('a carousel item has no text, and its video is not a reel', () => {
  const plan = planOf(
    aPost<ReadOptions>({ media: [picture, video], options: { placement: 'feed' } }),
    'CAROUSEL',
  )
  expect(plan.pieceFields(picture, ADDRESS, 0)).toEqual({
    image_url: ADDRESS,
    is_carousel_item: true,
    alt_text: 'A cake',
    user_tags: null,
  })
  expect(plan.pieceFields(video, ADDRESS, 1)).toEqual({
    video_url: ADDRESS,
    media_type: 'VIDEO',
    is_carousel_item: true,
    alt_text: null,
    user_tags: null,
  })
})

it('people are tagged on the picture of a carousel that shows them', () => {
  const userTags = [
    { username: 'bo', mediaIndex: 1, x: 0.5, y: 0.25 },
    { username: 'ada', mediaIndex: 0, x: 0.1, y: 0.2 },
    { username: 'cy', mediaIndex: 1, x: 0, y: 1 },
  ]
  // The same file twice: the index decides, not the file.
  const post = aPost<ReadOptions>({ media: [picture, picture], options: { placement: 'feed', userTags } })
  const plan = planOf(post, 'CAROUSEL')
  expect(plan.pieceFields(picture, ADDRESS, 0)['user_tags']).toBe('[{"username":"ada","x":0.1,"y":0.2}]')
  expect(plan.pieceFields(picture, ADDRESS, 1)['user_tags']).toBe(
    '[{"username":"bo","x":0.5,"y":0.25},{"username":"cy","x":0,"y":1}]',
  )
  expect(plan.parentFields({ pieces: ['1', '2'], address: null })).not.toHaveProperty('user_tags')
})
