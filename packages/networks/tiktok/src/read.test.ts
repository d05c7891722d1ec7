import { aCall, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount, OPEN_ID } from './__fixtures__/an-account.js'
import { tiktok } from './platform.js'
import { readCreator } from './read.js'

const USER = 'GET /v2/user/info/'
const CREATOR = 'POST /v2/post/publish/creator_info/query/'
const PICTURE = 'https://p16-sign-va.tiktokcdn.com/fixture.jpeg'

const ok = { code: 'ok', message: '', log_id: '1' }

function callWith(replies: object, scopes = ['user.info.basic', 'user.info.profile']) {
  return aCall({ platform: tiktok(), connection: anAccount({ scopes }), replies: { ...replies } })
}

describe('the profile of an account', () => {
  it.each([
    ['its name', { display_name: 'Fixture Cat', username: 'fixturecat' }, 'Fixture Cat'],
    ['its user name without one', { display_name: '', username: 'fixturecat' }, 'fixturecat'],
    ['its id without either', { display_name: '', username: '' }, OPEN_ID],
  ])('has %s', async (_what, user, name) => {
    const call = callWith({ [USER]: { data: { user: { ...user, avatar_url: PICTURE } }, error: ok } })

    expect(await tiktok().readProfile(call)).toEqual({ name, avatarUrl: PICTURE })
  })

  it('is requested with the fields that the scopes allow', async () => {
    const user = { data: { user: { display_name: 'Fixture Cat' } }, error: ok }
    const all = callWith({ [USER]: user })
    const few = callWith({ [USER]: user }, ['user.info.basic'])

    await tiktok().readProfile(all)
    await tiktok().readProfile(few)

    const asked = [...all.transport.requests, ...few.transport.requests]
    expect(asked.map(({ url }) => new URL(url).searchParams.get('fields'))).toEqual([
      'open_id,display_name,avatar_url,username',
      'open_id,display_name,avatar_url',
    ])
  })
})

describe('the choices for a post', () => {
  const data = { privacy_level_options: ['FOLLOWER_OF_CREATOR', 'SELF_ONLY', 'SOMETHING_NEW'] }

  it('are the privacy levels with labels; an unknown level keeps its name', async () => {
    const call = callWith({ [CREATOR]: { data, error: ok } }, ['user.info.basic', 'video.publish'])

    expect(await tiktok().listChoices({}, call)).toEqual({
      privacyLevel: [
        { value: 'FOLLOWER_OF_CREATOR', label: 'Followers' },
        { value: 'SELF_ONLY', label: 'Only me' },
        { value: 'SOMETHING_NEW', label: 'SOMETHING_NEW' },
      ],
    })
  })

  it('are not requested when only drafts were allowed', async () => {
    const call = callWith({}, ['user.info.basic', 'video.upload'])

    expect(await tiktok().listChoices({}, call)).toEqual({})
    expect(call.transport.requests).toEqual([])
  })
})

describe('the settings of a creator', () => {
  it('are requested again when the response is lost', async () => {
    const response = { data: { creator_username: 'fixturecat' }, error: ok }
    const call = callWith({ [CREATOR]: inTurn(new Error('gone'), response) })

    expect(await readCreator(call)).toMatchObject({ username: 'fixturecat' })
    expect(call.transport.paths).toEqual([CREATOR, CREATOR])
  })

  it('are returned field by field', async () => {
    const data = {
      creator_username: 'fixturecat',
      creator_nickname: 'Fixture Cat',
      creator_avatar_url: PICTURE,
      privacy_level_options: ['SELF_ONLY'],
      comment_disabled: false,
      duet_disabled: true,
      stitch_disabled: true,
      max_video_post_duration_sec: 300,
    }

    expect(await readCreator(callWith({ [CREATOR]: { data, error: ok } }))).toEqual({
      username: 'fixturecat',
      displayName: 'Fixture Cat',
      avatarUrl: PICTURE,
      privacyLevels: ['SELF_ONLY'],
      commentDisabled: false,
      duetDisabled: true,
      stitchDisabled: true,
      maxVideoSeconds: 300,
    })
  })

  it('are null when TikTok does not return them', async () => {
    const data = { privacy_level_options: ['SELF_ONLY'] }

    expect(await readCreator(callWith({ [CREATOR]: { data, error: ok } }))).toEqual({
      username: null,
      displayName: null,
      avatarUrl: null,
      privacyLevels: ['SELF_ONLY'],
      commentDisabled: null,
      duetDisabled: null,
      stitchDisabled: null,
      maxVideoSeconds: null,
    })
  })
})
