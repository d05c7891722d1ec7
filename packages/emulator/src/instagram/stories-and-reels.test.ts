import { describe, expect, it } from 'vitest'

import { idOf, refusalOf } from '../__fixtures__/at-graph.js'
import { AtInstagram } from '../__fixtures__/at-instagram.js'

describe('stories and reels', () => {
  it('a story is listed in the stories and not in the media', async () => {
    await using at = await AtInstagram.open()
    const story = idOf(
      await at.createContainer({ media_type: 'STORIES', image_url: at.picture('s.jpg', 1080, 1920) }),
    )
    const id = idOf(await at.publish(story))

    expect((await at.call(`GET ${at.userId}/stories?fields=id`, { token: at.token })).body).toMatchObject({
      data: [{ id }],
    })
    expect((await at.call(`GET ${at.userId}/media?fields=id`, { token: at.token })).body).toEqual({
      data: [],
    })
  })

  it.each([
    ['a caption on a story', { media_type: 'STORIES', caption: 'x' }, [100, undefined]],
    ['alt text on a reel', { media_type: 'REELS', alt_text: 'x' }, [100, undefined]],
    ['a thumbnail beyond the end', { media_type: 'REELS', thumb_offset: '999999999' }, [1, 2_207_057]],
    ['four collaborators', { media_type: 'REELS', collaborators: '["a","b","c","d"]' }, [100, undefined]],
    [
      'a place for a tag in a reel',
      { media_type: 'REELS', user_tags: '[{"username":"bo","x":0.5,"y":0.5}]' },
      [100, 2_207_035],
    ],
    [
      'a strange trial',
      { media_type: 'REELS', trial_params: '{"graduation_strategy":"NEVER"}' },
      [100, undefined],
    ],
    ['a location by name', { media_type: 'REELS', location_id: 'Paris' }, [100, 2_207_063]],
    ['the old media type', { media_type: 'VIDEO' }, [100, undefined]],
    ['an unknown parameter', { media_type: 'REELS', published: 'true' }, [100, undefined]],
    ['a caption too long', { media_type: 'REELS', caption: 'é'.repeat(2201) }, [36_004, 2_207_010]],
    ['31 hashtags', { media_type: 'REELS', caption: '#a '.repeat(31) }, [100, undefined]],
  ] as const)('%s is refused', async (_name, form, refusal) => {
    await using at = await AtInstagram.open()

    expect(refusalOf(await at.createContainer({ video_url: at.video(), ...form })).slice(1)).toEqual(refusal)
  })

  it('a reel accepts its options, and some accounts cannot post trial reels', async () => {
    await using at = await AtInstagram.open({ accounts: [{ username: 'adascakes', noTrialReels: true }] })
    const form = {
      media_type: 'REELS',
      video_url: at.video(),
      cover_url: at.picture(),
      share_to_feed: 'false',
      collaborators: '["bo"]',
      user_tags: '[{"username":"bo"}]',
      location_id: '123',
      audio_name: 'Mine',
      is_ai_generated: 'true',
      thumb_offset: '10',
    }
    expect((await at.createContainer(form)).status).toBe(200)
    const trial = { ...form, trial_params: '{"graduation_strategy":"MANUAL"}' }
    expect(refusalOf(await at.createContainer(trial))).toEqual([400, 100, 2_207_081])
  })
})
