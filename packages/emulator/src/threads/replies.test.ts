import { describe, expect, it } from 'vitest'

import { AppServer } from '../__fixtures__/app-server.js'
import { idOf, refusalOf, messageOf } from '../__fixtures__/at-graph.js'
import { AtThreads } from '../__fixtures__/at-threads.js'

const idsIn = ({ body }: { readonly body: unknown }): string[] =>
  (body as { data: { id: string }[] }).data.map(({ id }) => id) // safe cast: a body without a list of ids fails the test

async function conversation(at: AtThreads) {
  const post = await at.post()
  const top = at.control.post({ by: 'zoe', text: 'Nice', replyTo: post }).id
  at.clock.advance(1)
  const nested = at.control.post({ by: 'yan', text: 'Indeed', replyTo: top }).id
  at.clock.advance(1)
  return { post, top, nested }
}

describe('replies', () => {
  it('are listed by level or as a whole conversation, in both orders, in pages without a next URL', async () => {
    await using at = await AtThreads.open()
    const { post, top, nested } = await conversation(at)

    expect(idsIn(await at.get(`${post}/replies?fields=id&reverse=false`))).toEqual([top])
    expect(idsIn(await at.get(`${post}/conversation?fields=id&reverse=false`))).toEqual([top, nested])
    expect(idsIn(await at.get(`${post}/conversation?fields=id`))).toEqual([nested, top])
    const first = await at.get(`${post}/conversation?fields=id,root_post,replied_to&reverse=false&limit=1`)
    expect(first.text).not.toContain('next')
    const { paging } = first.body as { paging: { cursors: { after: string } } } // safe cast: a body without cursors fails the test
    expect(
      (
        await at.get(
          `${post}/conversation?fields=id,root_post,replied_to&reverse=false&limit=1&after=${paging.cursors.after}`,
        )
      ).body,
    ).toMatchObject({
      data: [{ id: nested, root_post: { id: post }, replied_to: { id: top } }],
    })
  })

  it('are hidden with everything below them, only at the top level', async () => {
    await using at = await AtThreads.open()
    const { top, nested } = await conversation(at)
    const hide = (id: string, flag: string) =>
      at.call(`POST ${id}/manage_reply`, { token: at.token, form: { hide: flag } })

    expect((await hide(top, 'true')).body).toEqual({ success: true })
    expect((await at.get(`${nested}?fields=hide_status`)).body).toEqual({ hide_status: 'HIDDEN', id: nested })
    expect(messageOf(await hide(nested, 'true'))).toContain('top-level')
    await hide(top, 'false')
    expect((await at.get(`${top}?fields=hide_status`)).body).toMatchObject({ hide_status: 'NOT_HUSHED' })
  })

  it('to a post of another account require a permission', async () => {
    await using at = await AtThreads.open()
    const foreign = at.control.post({ by: 'zoe', text: 'Mine' }).id
    const without = (...scopes: string[]) =>
      at.control.signIn({
        account: 'adascakes',
        scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_replies', ...scopes],
      }).accessToken

    const refused = await at.createContainer({ text: 'Hi', reply_to_id: foreign }, without())
    expect(refusalOf(refused)).toEqual([403, 10, undefined])
    expect(messageOf(refused)).toContain('threads_manage_mentions')
    const token = without('threads_keyword_search')
    expect(
      (await at.publish(idOf(await at.createContainer({ text: 'Hi', reply_to_id: foreign }, token)), token))
        .status,
    ).toBe(200)
  })

  it('wait for approval if the post requires it, and can be approved after being ignored', async () => {
    await using at = await AtThreads.open()
    const post = await at.post({ enable_reply_approvals: 'true' })
    const reply = at.control.post({ by: 'zoe', text: 'Hi', replyTo: post }).id
    const decide = (approve: string) =>
      at.call(`POST ${reply}/manage_pending_reply`, { token: at.token, form: { approve } })

    expect(idsIn(await at.get(`${post}/replies?fields=id`))).toEqual([])
    expect((await at.get(`${post}/pending_replies?fields=reply_approval_status`)).body).toMatchObject({
      data: [{ reply_approval_status: 'pending', id: reply }],
    })
    await decide('false')
    expect(idsIn(await at.get(`${post}/pending_replies?fields=id&approval_status=ignored`))).toEqual([reply])
    await decide('true')
    expect(idsIn(await at.get(`${post}/replies?fields=id`))).toEqual([reply])
  })
})

describe('webhook events', () => {
  it('replies, mentions, published and deleted posts are pushed in the format of Threads', async () => {
    await using at = await AtThreads.open()
    await using app = await AppServer.open()
    at.control.setWebhook({ url: app.url })
    const post = await at.post()
    const reply = at.control.post({ by: 'zoe', text: 'Nice', replyTo: post }).id
    const mention = at.control.post({ by: 'zoe', text: 'Hi @adascakes' }).id
    at.control.post({ by: 'zoe', text: 'Hi @cleo' })
    await at.call(`DELETE ${post}`, { token: at.token })

    await at.control.deliverEvents({})

    const messages = app.messages() as {
      topic: string
      target_id: string
      values: { field: string; value: { id: string } }
    }[] // the test fails otherwise
    expect(
      messages.map(({ topic, target_id: target, values }) => [topic, values.field, target, values.value.id]),
    ).toEqual([
      ['interaction', 'publish', at.userId, post],
      ['moderate', 'replies', post, reply],
      ['interaction', 'mentions', at.userId, mention],
      ['moderate', 'delete', post, post],
    ])
    expect(messages[1]).toMatchObject({
      app_id: at.control.app().appId,
      time: 1_795_348_800,
      has_uid_field: false,
      values: {
        value: {
          username: 'zoe',
          text: 'Nice',
          media_type: 'TEXT_POST',
          replied_to: { id: post },
          root_post: { id: post, owner_id: at.userId, username: 'adascakes' },
        },
      },
    })
    expect(app.received[1]?.headers['x-hub-signature-256']).toMatch(/^sha256=[0-9a-f]{64}$/)
  })
})
