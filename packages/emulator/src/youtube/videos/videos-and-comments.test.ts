import { describe, expect, it } from 'vitest'

import { AtYoutube, type YoutubeAnswer } from '../../__fixtures__/at-youtube.js'

const COMMENTS = 'https://www.googleapis.com/auth/youtube.force-ssl'

async function withVideo(options: ConstructorParameters<typeof AtYoutube>[0] = {}) {
  const at = new AtYoutube(options)
  const { accessToken: token, channelId } = at.control.signIn({ person: 'Ada' })
  const location = await at.startUpload(token, 1)
  const { body } = await at.put(location, 'bytes 0-0/1', Buffer.from('x'))
  const { id } = body as { readonly id: string } // the video
  const read = async (part = 'status,processingDetails') => {
    const reply = await at.call('GET /youtube/v3/videos', { token, query: { part, id } })
    return (reply.body as { readonly items: readonly unknown[] }).items[0]
  }
  const threads = (query: Readonly<Record<string, string>> = {}) =>
    at.call('GET /youtube/v3/commentThreads', {
      token,
      query: { part: 'snippet', allThreadsRelatedToChannelId: channelId ?? '', ...query },
    })
  return { at, token, id, read, threads }
}

const reasonOf = ({ status, body }: YoutubeAnswer) => {
  const { error } = body as { readonly error: { readonly errors: readonly { readonly reason: string }[] } }
  return [status, error.errors[0]?.reason]
}

describe('a video', () => {
  it('is processed after a while, by the clock or by the number of queries', async () => {
    const { at, read } = await withVideo({ processed: { afterSeconds: 60 } })
    expect(await read()).toMatchObject({
      status: { uploadStatus: 'uploaded' },
      processingDetails: { processingStatus: 'processing', processingProgress: { partsTotal: '1000' } },
    })
    at.clock.advance(60)
    expect(await read()).toMatchObject({ status: { uploadStatus: 'processed' } })

    const { read: ask } = await withVideo({ processed: { afterPolls: 2 } })
    expect(await ask()).toMatchObject({ status: { uploadStatus: 'uploaded' } })
    expect(await ask()).toMatchObject({ status: { uploadStatus: 'processed' } })
  })

  it('may fail, be rejected, and be deleted', async () => {
    const { at, id, read } = await withVideo()
    at.control.failProcessing({ reason: 'tooSmall' })
    expect(await read()).toMatchObject({ status: { uploadStatus: 'failed', failureReason: 'tooSmall' } })
    at.control.rejectVideo({ id })
    expect(await read()).toMatchObject({ status: { uploadStatus: 'rejected', rejectionReason: 'duplicate' } })
    at.control.deleteVideo({ id })
    expect(await read()).toBeUndefined()
  })

  it('of another person has no parts that only its owner may see', async () => {
    const { at, id } = await withVideo()
    const { accessToken: token } = at.control.signIn({ person: 'Bea' })
    const read = async (part: string) =>
      (await at.call('GET /youtube/v3/videos', { token, query: { part, id } })).body

    expect(await read('status,processingDetails')).toMatchObject({ items: [] })
    expect(await read('status')).toMatchObject({ items: [{ id }] })
  })

  it('has statistics as strings', async () => {
    const { at, id, read } = await withVideo()
    at.control.setStats({ id, views: 5, likes: 2 })

    expect(await read('statistics')).toMatchObject({
      statistics: { viewCount: '5', likeCount: '2', commentCount: '0' },
    })
  })
})

describe('comments', () => {
  it('are listed newest first with paging, and a reply does not move its thread', async () => {
    const { at, id, threads } = await withVideo()
    const [one, two, three] = ['one', 'two', 'three'].map((text) =>
      at.control.comment({ by: 'Grace', on: id, text }),
    )
    at.control.comment({ by: 'Bo', on: one?.id ?? '', text: 'late' })

    const first = await threads({ maxResults: '2' })
    const { items, nextPageToken } = first.body as {
      readonly items: readonly { readonly id: string }[]
      readonly nextPageToken: string
    }
    const second = await threads({ maxResults: '2', pageToken: nextPageToken })

    expect(items.map((thread) => thread.id)).toEqual([three?.id, two?.id])
    expect(second.body).toMatchObject({ items: [{ id: one?.id, snippet: { totalReplyCount: 1 } }] })
    expect(second.body).not.toHaveProperty('nextPageToken')
  })

  it('show the original text to their author only', async () => {
    const { at, id, threads } = await withVideo()
    at.control.comment({ by: 'Grace', on: id, text: 'a < b' })

    const html = await threads()
    const plain = await threads({ textFormat: 'plainText' })

    expect(html.text).toContain('a &lt; b')
    expect(plain.text).toContain('"textDisplay":"a < b"')
    expect(plain.text).not.toContain('textOriginal')
  })

  it.each([
    [{ videoId: 'x' }, [400, 'incompatibleParameters']],
    [{ allThreadsRelatedToChannelId: 'UCnobody' }, [404, 'channelNotFound']],
    [{ maxResults: '0' }, [400, 'invalidValue']],
    [{ pageToken: 'nonsense' }, [400, 'invalidPageToken']],
  ])('are not listed for %j', async (query, refusal) => {
    const { threads } = await withVideo()

    expect(reasonOf(await threads(query as Readonly<Record<string, string>>))).toEqual(refusal)
  })

  it('require the widest scope', async () => {
    const { at } = await withVideo()
    const scopes = ['https://www.googleapis.com/auth/youtube.readonly']
    const narrow = at.control.signIn({ person: 'Ada', scopes })
    const query = { part: 'snippet', allThreadsRelatedToChannelId: narrow.channelId ?? '' }

    const refused = await at.call('GET /youtube/v3/commentThreads', { token: narrow.accessToken, query })

    expect(reasonOf(refused)).toEqual([403, 'insufficientPermissions'])
    expect(COMMENTS).toContain('force-ssl')
  })

  it('have replies on one level, are hidden by the owner of the video, and deleted by their author', async () => {
    const { at, token, id, threads } = await withVideo()
    const { id: parentId } = at.control.comment({ by: 'Grace', on: id, text: 'Which flour?' })
    const reply = (json: object) =>
      at.call('POST /youtube/v3/comments', { token, query: { part: 'snippet' }, json })
    const moderate = (query: Readonly<Record<string, string>>, as = token) =>
      at.call('POST /youtube/v3/comments/setModerationStatus', { token: as, query })
    const remove = (comment: string) =>
      at.call('DELETE /youtube/v3/comments', { token, query: { id: comment } })

    const made = await reply({ snippet: { parentId, textOriginal: 'Rye' } })
    const { id: replyId } = made.body as { readonly id: string }
    expect(replyId.startsWith(`${parentId}.`)).toBe(true)
    expect(reasonOf(await reply({ snippet: { parentId: replyId, textOriginal: 'x' } }))).toEqual([
      400,
      'invalidCommentMetadata',
    ])
    expect(reasonOf(await reply({ snippet: { parentId } }))).toEqual([400, 'commentTextRequired'])
    expect(reasonOf(await reply({ snippet: { textOriginal: 'x' } }))).toEqual([400, 'parentIdMissing'])

    expect((await moderate({ id: parentId, moderationStatus: 'heldForReview' })).status).toBe(204)
    expect((await threads()).body).toMatchObject({ items: [] })
    expect((await threads({ moderationStatus: 'heldForReview' })).body).toMatchObject({
      items: [{ id: parentId }],
    })
    const { accessToken: other } = at.control.signIn({ person: 'Bea' })
    expect(reasonOf(await moderate({ id: parentId, moderationStatus: 'published' }, other))).toEqual([
      403,
      'forbidden',
    ])
    const ban = { id: parentId, moderationStatus: 'published', banAuthor: 'true' }
    expect(reasonOf(await moderate(ban))).toEqual([400, 'banWithoutReject'])

    expect(reasonOf(await remove(parentId))).toEqual([403, 'forbidden'])
    expect((await remove(replyId)).status).toBe(204)
    expect(reasonOf(await remove(replyId))).toEqual([404, 'commentNotFound'])
  })
})

describe('an unknown path', () => {
  it('is not found', async () => {
    const { status } = await new AtYoutube().call('GET /youtube/v3/playlists')
    expect(status).toBe(404)
  })
})

/** Adds three replies to a comment. Returns them with a function that calls `comments.list`. */
async function withReplies() {
  const { at, token, id } = await withVideo()
  const top = at.control.comment({ by: 'Grace', on: id, text: 'Which flour?' })
  const replies = ['Rye', 'Or wheat', 'Or spelt'].map((text) =>
    at.control.comment({ by: 'Ada Makes Bread', on: top.id, text }),
  )
  const list = (query: Readonly<Record<string, string>>) =>
    at.call('GET /youtube/v3/comments', { token, query: { part: 'snippet', ...query } })
  return { at, top, replies, list }
}

describe('the replies to a comment', () => {
  it('are listed in pages, with the original text for their author, for 1 unit', async () => {
    const { at, top, replies, list } = await withReplies()
    at.control.comment({ by: 'Bo', on: top.id, text: 'a <b>' })
    const { units } = at.control.state().quota

    const first = await list({ parentId: top.id, maxResults: '3', textFormat: 'plainText' })
    const second = await list({ parentId: top.id, maxResults: '3', pageToken: 'p3' })

    const { items, nextPageToken } = first.body as { items: readonly object[]; nextPageToken?: string }
    expect(items).toMatchObject([
      { snippet: { textDisplay: 'a <b>', parentId: top.id } },
      { id: replies[2]?.id, snippet: { textOriginal: 'Or spelt' } },
      { id: replies[1]?.id },
    ])
    expect(items[0]).not.toHaveProperty('snippet.textOriginal')
    expect(nextPageToken).toBe('p3')
    expect(second.body).toMatchObject({ items: [{ id: replies[0]?.id }] })
    expect(second.body).not.toHaveProperty('nextPageToken')
    expect(at.control.state().quota.units).toBe(units + 2)
  })

  it('are found by their ids, and one filter is required', async () => {
    const { top, replies, list } = await withReplies()
    const id = replies[0]?.id ?? ''

    expect((await list({ id })).body).toMatchObject({ items: [{ id }] })
    expect(reasonOf(await list({}))).toEqual([400, 'missingRequiredParameter'])
    expect(reasonOf(await list({ id, parentId: top.id }))).toEqual([400, 'incompatibleParameters'])
    expect(reasonOf(await list({ parentId: 'nobody' }))).toEqual([404, 'commentNotFound'])
  })

  it('may appear late', async () => {
    const { at, top, list } = await withReplies()
    at.control.showCommentsLate({ seconds: 30 })
    const shown = async () => ((await list({ parentId: top.id })).body as { items: readonly object[] }).items

    expect(await shown()).toHaveLength(0)
    at.clock.advance(30)
    expect(await shown()).toHaveLength(3)
    expect(() => at.control.showCommentsLate({ seconds: -1 })).toThrow('0 or more')
  })
})
