import { expect, it } from 'vitest'

import { AtMastodon } from '../../../__fixtures__/at-mastodon.js'

async function html(text: string): Promise<string> {
  const server = new AtMastodon()
  const { body } = await server.call('POST /api/v1/statuses', {
    token: server.signIn('ada'),
    form: { status: text },
  })
  return (body as { content: string }).content
}

it('writes paragraphs and line breaks', async () => {
  expect(await html('one\ntwo\n\nthree\r\nfour')).toBe('<p>one<br />two</p><p>three<br />four</p>')
})

it('escapes HTML markup in the text', async () => {
  expect(await html(`<b> & "x" 'y'`)).toBe('<p>&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</p>')
})

it('hides the scheme and the end of a URL', async () => {
  expect(await html('see https://example.com/page/that/is/very/long')).toBe(
    '<p>see <a href="https://example.com/page/that/is/very/long" target="_blank" rel="nofollow noopener" translate="no">' +
      '<span class="invisible">https://</span><span class="ellipsis">example.com/page/that/is/very/</span>' +
      '<span class="invisible">long</span></a></p>',
  )
})

it('hides "www." and does not cut a short URL', async () => {
  expect(await html('https://www.a.example/b')).toContain(
    '<span class="invisible">https://www.</span><span class="">a.example/b</span><span class="invisible"></span>',
  )
})

it('links known people with and without a host, and leaves unknown ones unchanged', async () => {
  expect(await html('@bea @bo@other.example @nobody')).toBe(
    '<p><span class="h-card" translate="no"><a href="https://social.example/@bea" class="u-url mention">@<span>bea</span></a></span> ' +
      '<span class="h-card" translate="no"><a href="https://other.example/@bo" class="u-url mention">@<span>bo</span></a></span> @nobody</p>',
  )
})

it('links hashtags in their own spelling', async () => {
  expect(await html('#Cats')).toBe(
    '<p><a href="https://social.example/tags/Cats" class="mention hashtag" rel="tag">#<span>Cats</span></a></p>',
  )
})

it('distinguishes two people of the same name', async () => {
  const server = new AtMastodon()
  server.control.addPerson({ username: 'bea', host: 'else.example' })
  const { body } = await server.call('POST /api/v1/statuses', {
    token: server.signIn('ada'),
    form: { status: '@bea @bea@else.example' },
  })
  expect((body as { content: string }).content).toContain('@<span>bea@else.example</span>')
})
