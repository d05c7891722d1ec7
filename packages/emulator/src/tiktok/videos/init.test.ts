import { describe, expect, it } from 'vitest'

import { AtTiktok, INFO, refusalOf, source } from '../../__fixtures__/at-tiktok.js'

const MB = 1_048_576

describe('an upload request', () => {
  it('returns a publish id and a URL', async () => {
    const at = new AtTiktok()
    const token = at.signIn()

    const post = await at.startUpload(token)
    const draft = await at.startUpload(token, source(100), null)

    expect(post.publishId).toMatch(/^v_pub_file~v2-1\.\d{19}$/)
    expect(draft.publishId).toMatch(/^v_inbox_file~v2\.\d{19}$/)
    expect(post.uploadUrl).toMatch(/^https:\/\/tiktok\.example\/upload\/video\/\?upload_id=\d+&upload_token=/)
  })

  it.each([
    [3_145_728, 3_145_728, 1],
    [5 * MB, 5 * MB, 1],
    [12_000_000, 12_000_000, 1],
    [25_000_000, 10 * MB, 2],
    [50_000_123, 10_000_000, 5],
    [64_000_001, 32_000_000, 2],
    [150_000_000, 64 * MB, 2],
    [4_294_967_296, 10 * MB, 409],
    [4_294_967_296, 5 * MB, 819],
  ])('accepts %d bytes in chunks of %d: %d', async (bytes, pieceBytes, count) => {
    const at = new AtTiktok()

    const { status } = await at.init(at.signIn(), {
      post_info: INFO,
      source_info: source(bytes, pieceBytes, count),
    })

    expect(status).toBe(200)
  })

  it.each([
    [source(12_000_000, 10 * MB, 1), 'The chunk size is invalid'],
    [source(12_000_000, 10 * MB, 2), 'The total chunk count is invalid'],
    [source(25_000_000, 10 * MB, 3), 'The total chunk count is invalid'],
    [source(7 * MB, 10 * MB, 0), 'The total chunk count is invalid'],
    [source(64_000_001, 64_000_001, 1), 'The chunk size is invalid'],
    [source(12 * MB, 4 * MB, 3), 'The chunk size is invalid'],
    [source(200 * MB, 65 * MB, 3), 'The chunk size is invalid'],
    [source(4_294_967_297, 10 * MB), 'The video size is invalid'],
    [source(0, 1, 0), 'The video size is invalid'],
    [{ ...source(100), source: 'FILE' }, 'The source info is empty or incorrect'],
    [{ ...source(100), video_size: '100' }, 'The source info is empty or incorrect'],
    [null, 'The source info is empty or incorrect'],
  ])('refuses %j', async (sourceInfo, message) => {
    const at = new AtTiktok()

    const answer = await at.init(at.signIn(), { post_info: INFO, source_info: sourceInfo })

    expect(refusalOf(answer)).toEqual([400, 'invalid_params', message])
  })

  it.each([
    [{ ...INFO, title: 'a'.repeat(2201) }, 'title'],
    [{ ...INFO, disable_comment: 'yes' }, 'disable_comment'],
    [{ ...INFO, video_cover_timestamp_ms: 1.5 }, 'video_cover_timestamp_ms'],
    [{ ...INFO, video_cover_timestamp_ms: true }, 'video_cover_timestamp_ms'],
    [{ ...INFO, send_to: 'profile' }, 'send_to'],
    [{ privacy_level: 'SELF_ONLY', brand_content_toggle: false }, 'brand_organic_toggle'],
    [{ brand_content_toggle: false, brand_organic_toggle: false }, 'privacy_level'],
    [null, 'post info'],
  ])('refuses %j', async (info, word) => {
    const at = new AtTiktok()

    const answer = await at.init(at.signIn(), { post_info: info, source_info: source(100) })

    expect(refusalOf(answer)).toEqual([400, 'invalid_params', expect.stringContaining(word)])
  })

  it('accepts no post_info for drafts', async () => {
    const at = new AtTiktok()

    const answer = await at.init(at.signIn(), { post_info: INFO, source_info: source(100) }, 'inbox/video')

    expect(refusalOf(answer)[1]).toBe('invalid_params')
  })

  it.each([
    ['ada', 'FOLLOWER_OF_CREATOR'],
    ['cleo', 'PUBLIC_TO_EVERYONE'],
    ['ada', 'ANYBODY'],
  ])('does not let %s use %s', async (person, level) => {
    const at = new AtTiktok()
    const json = { post_info: { ...INFO, privacy_level: level }, source_info: source(100) }

    expect(refusalOf(await at.init(at.signIn(person), json)).slice(0, 2)).toEqual([
      403,
      'privacy_level_option_mismatch',
    ])
  })

  it('refuses URLs, and bodies that are not valid JSON', async () => {
    const at = new AtTiktok()
    const token = at.signIn()
    const pull = {
      post_info: INFO,
      source_info: { source: 'PULL_FROM_URL', video_url: 'https://a.example/b.mp4' },
    }

    expect(refusalOf(await at.init(token, pull))[1]).toBe('url_ownership_unverified')
    const path = 'POST /v2/post/publish/video/init/'
    expect(refusalOf(await at.call(path, { token, form: { source: 'x' } }))[1]).toBe('invalid_params')
  })

  it('requires the scope of its endpoint', async () => {
    const at = new AtTiktok()
    const token = at.signIn('ada', ['user.info.basic', 'video.upload'])
    const json = { post_info: INFO, source_info: source(100) }

    expect(refusalOf(await at.init(token, json)).slice(0, 2)).toEqual([401, 'scope_not_authorized'])
    expect((await at.init(token, { source_info: source(100) }, 'inbox/video')).status).toBe(200)
  })
})

describe('the limits', () => {
  const json = { post_info: INFO, source_info: source(100) }

  it('allow six upload requests per minute, for each token and each endpoint', async () => {
    const at = new AtTiktok()
    const token = at.signIn()
    for (let count = 0; count < 6; count += 1) expect((await at.init(token, json)).status).toBe(200)

    expect(refusalOf(await at.init(token, json)).slice(0, 2)).toEqual([429, 'rate_limit_exceeded'])
    expect((await at.init(token, { source_info: source(100) }, 'inbox/video')).status).toBe(200)
    expect((await at.init(at.signIn('bo'), json)).status).toBe(200)
    at.clock.advance(60)
    expect((await at.init(token, json)).status).toBe(200)
  })

  it('can be set', async () => {
    const at = new AtTiktok()
    const token = at.signIn()
    at.control.setRate({ rule: 'profileInit', requests: 0 })

    expect((await at.init(token, json)).status).toBe(429)
    expect(() => at.control.setRate({ rule: 'other', requests: 1 })).toThrow(/Rules: profileInit/)
  })

  it('of a day count finished uploads, and creator info reports them with status 200', async () => {
    const at = new AtTiktok({ postsPerDay: 1 })
    const token = at.signIn()
    await at.startUpload(token)
    await at.post(token)

    expect(refusalOf(await at.init(token, json)).slice(0, 2)).toEqual([403, 'spam_risk_too_many_posts'])
    const creator = await at.call('POST /v2/post/publish/creator_info/query/', { token })
    expect(refusalOf(creator).slice(0, 2)).toEqual([200, 'spam_risk_too_many_posts'])
    at.clock.advance(86_400)
    expect((await at.init(at.signIn(), json)).status).toBe(200)
  })

  it('of drafts count those that are not posted', async () => {
    const at = new AtTiktok({ pendingDrafts: 1 })
    const token = at.signIn()
    const publishId = await at.post(token, null)
    const draft = { source_info: source(100) }

    expect(refusalOf(await at.init(token, draft, 'inbox/video'))[1]).toBe('spam_risk_too_many_pending_share')
    at.control.finishProcessing({ publishId })
    at.control.postDraft({ publishId })
    expect((await at.init(token, draft, 'inbox/video')).status).toBe(200)
  })

  it('prevent a banned person from posting', async () => {
    const at = new AtTiktok()
    at.control.changePerson({ person: 'ada', isBanned: true })

    expect(refusalOf(await at.init(at.signIn(), json))[1]).toBe('spam_risk_user_banned_from_posting')
  })

  it('of an app without audit: private accounts, SELF_ONLY, and five people', async () => {
    const people = ['a', 'b', 'c'].map((username) => ({ username, isPrivate: true }))
    const at = new AtTiktok({ audited: false, activePeople: 2, people })
    at.control.addPerson({ username: 'open' })

    expect(refusalOf(await at.init(at.signIn('open'), json)).slice(0, 2)).toEqual([
      403,
      'unaudited_client_can_only_post_to_private_accounts',
    ])
    await at.post(at.signIn('a'), { ...INFO, privacy_level: 'FOLLOWER_OF_CREATOR' })
    await at.post(at.signIn('b'))
    expect(at.control.state().videos[0]).toMatchObject({ privacyLevel: 'SELF_ONLY' })
    expect(refusalOf(await at.init(at.signIn('c'), json)).slice(0, 2)).toEqual([
      403,
      'reached_active_user_cap',
    ])
    expect((await at.init(at.signIn('a'), json)).status).toBe(200)
    at.control.setAudited({ audited: true })
    expect((await at.init(at.signIn('c'), json)).status).toBe(200)
  })
})
