import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import rich from '../../__fixtures__/status.rich-content.json' with { type: 'json' }
import { type HtmlContext, loadHtmlReader } from './index.js'
import { readHtml } from './read-html.js'

const plain: HtmlContext = { mentions: new Map(), withoutQuoteLink: false }
const textOf = (html: string) => readHtml(html, plain).text

describe('the conversion of a status from HTML to plain text', () => {
  it('reads the documented example: mention, shortened link, two paragraphs, hashtag and entity', () => {
    const mentions = new Map(rich.mentions.map(({ id, url }) => [url, id]))

    const { text, links } = readHtml(rich.content, { mentions, withoutQuoteLink: false })

    expect(text).toBe('@bo see example.com/page/that/is/very/l\n\nsecond\nline #cats & co')
    expect(links).toEqual([
      { start: 0, end: 3, kind: 'MENTION', target: '971724', url: 'https://other.example/@bo' },
      {
        start: 8,
        end: 39,
        kind: 'LINK',
        target: 'https://example.com/page/that/is/very/long',
        url: 'https://example.com/page/that/is/very/long',
      },
      { start: 53, end: 58, kind: 'TAG', target: 'cats', url: 'https://social.example/tags/cats' },
    ])
    expect(links.map(({ start, end }) => text.slice(start, end))).toEqual([
      '@bo',
      'example.com/page/that/is/very/l',
      '#cats',
    ])
  })

  it.each([
    ['plain text unchanged', 'hello', 'hello'],
    ['a blank line between paragraphs', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['one newline for each br', 'a<br>b<br/><br>c', 'a\nb\n\nc'],
    ['no newline for a br at the end of a paragraph', '<p>a<br></p><p>b</p>', 'a\n\nb'],
    ['list items on lines of their own', '<ul><li>a</li><li>b</li></ul><p>c</p>', 'a\nb\n\nc'],
    ['quotations on lines of their own', 'a<blockquote>b</blockquote>c', 'a\nb\nc'],
    ['white space in code unchanged', '<pre><code>a\n  b</code></pre>', 'a\n  b'],
    ['a line break of the source inside a line as a space', '<p>a<b>\n b</b></p>', 'a b'],
    ['no white space before the first word', '\n  <b>\n a</b>', 'a'],
    ['a line break of the source as a space', '<p>a\n   b</p>\n<p>c</p>', 'a b\n\nc'],
    ['several spaces unchanged', '<p>a  b</p>', 'a  b'],
    ['entities, with double ones decoded once', '&lt;p&gt; &amp;amp; &#x1F600;', '<p> &amp; 😀'],
    ['the text of unknown elements', '<x-y>a</x-y><strong>b</strong><del>c</del>', 'abc'],
    ['no content of scripts', 'a<script>alert(1)</script>b', 'ab'],
    ['elements that were never closed', '<p>a<p>b<em>c', 'a\n\nbc'],
    ['no comments', 'a<!-- b -->c', 'ac'],
    ['an empty text', '', ''],
  ])('keeps %s', (_what, html, text) => {
    expect(textOf(html)).toBe(text)
  })

  it('omits the fallback link of a quote when the quote itself is present', () => {
    const html = '<p class="quote-inline">RE: <a href="https://a.example/1">a.example/1</a></p><p>well</p>'

    expect(readHtml(html, { mentions: new Map(), withoutQuoteLink: true })).toEqual({
      text: 'well',
      links: [],
    })
    expect(textOf(html)).toBe('RE: a.example/1\n\nwell')
  })

  it('counts offsets in UTF-16 units, also after emoji', () => {
    const { text, links } = readHtml('👩‍👩‍👧 <a href="https://a.example">a</a>', plain)

    expect(links.map(({ start, end }) => text.slice(start, end))).toEqual(['a'])
  })

  it('starts a link at its text, not at the line break before the text', () => {
    const { text, links } = readHtml('<p>a</p><a href="https://a.example"><p>b</p></a>', plain)

    expect(links.map(({ start, end }) => text.slice(start, end))).toEqual(['b'])
    expect(text).toBe('a\n\nb')
  })

  it('converts a mention of an unknown person to a link', () => {
    const { links } = readHtml('<a class="mention" href="https://a.example/@x">@x</a>', plain)

    expect(links).toMatchObject([{ kind: 'LINK', target: 'https://a.example/@x' }])
  })

  it('detects a hashtag by its rel alone', () => {
    const { links } = readHtml('<a rel="tag nofollow" href="https://a.example/tags/x">#x</a>', plain)

    expect(links).toMatchObject([{ kind: 'TAG', target: 'x' }])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', ''])(
    'creates no link to %j, and keeps its text',
    (href) => {
      expect(readHtml(`<a href="${href}">words</a>`, plain)).toEqual({ text: 'words', links: [] })
    },
  )

  it.each([
    ['an end tag that closes the elements inside', '<div><b>a</div>b', 'a\nb'],
    ['an end tag inside another element', '<b><p>a</b>b</p>c', 'ab\n\nc'],
    ['an end tag without a start tag', 'a</p>b</i></br>c', 'a\n\nb\nc'],
    ['a block inside a paragraph, which ends it', '<p>a<div>b</div>c', 'a\n\nb\nc'],
    ['no line feed at the start of pre', '<pre>\na\n</pre>b', 'a\n\nb'],
    ['no content of styles, even if it resembles markup', 'a<style><p>x</p></style>b', 'ab'],
    [
      'white space after pre inside of a hidden part as a space',
      '<i class="invisible"><pre></i>a\nb</pre>c\nd',
      'a\nb\nc d',
    ],
  ])('repairs %s', (_what, html, text) => {
    expect(textOf(html)).toBe(text)
  })

  it('ends a link at the start of the next link', () => {
    const { text, links } = readHtml('<a href="https://a.example">a<a href="https://b.example">b', plain)

    expect(links.map(({ start, end, url }) => [text.slice(start, end), url])).toEqual([
      ['a', 'https://a.example'],
      ['b', 'https://b.example'],
    ])
  })

  it('keeps the text of twenty thousand nested elements, without links', () => {
    const link = '<a href="https://a.example">deep</a>'

    expect(readHtml(`${'<div>'.repeat(20_000)}${link}`, plain)).toEqual({ text: 'deep', links: [] })
    expect(readHtml(`${'<div>'.repeat(200)}${link}`, plain).links).toHaveLength(1)
  })

  it('keeps the start of a text of several megabytes, without links', () => {
    const { text, links } = readHtml(`<a href="https://a.example">a</a>${'b'.repeat(2 ** 21)}`, plain)

    expect(links).toEqual([])
    expect(text).toMatch(/^ab{1000000}/)
    expect(text.length).toBeLessThan(2 ** 20)
  })

  it('is loaded once, on first use', async () => {
    expect(await loadHtmlReader()).toBe(readHtml)
    expect(loadHtmlReader()).toBe(loadHtmlReader())
  })
})

/** Returns many different names. The string `end` follows each name. */
function manyNames(letters: number, end: string): string {
  return Array.from({ length: letters / 8 }, (_, index) => `${index + 1_000_000}${end}`).join('')
}

/**
 * Returns HTML whose parsed tree has quadratic size, because each paragraph reopens all open
 * elements.
 */
function reopenedFormatting(letters: number): string {
  const open = Array.from({ length: letters / 24 }, (_, index) => `<b id=${index + 10_000}>`).join('')
  return `<p>${open}${'<p>x'.repeat(letters / 8)}`
}

describe('an untrusted post', () => {
  it.each([
    ['spaces', (letters: number) => `<p>${' '.repeat(letters)}x</p>`],
    ['line breaks', (letters: number) => `<p>a${' \n'.repeat(letters / 2)}x</p>`],
    ['spaces between words', (letters: number) => `<p>${'a  '.repeat(letters / 3)}</p>`],
    ['breaks', (letters: number) => '<br>'.repeat(letters / 4)],
    ['paragraphs', (letters: number) => '<p>a</p>'.repeat(letters / 8)],
    ['links', (letters: number) => '<a href="https://a.example">a</a> '.repeat(letters / 34)],
    ['open links', (letters: number) => '<a href=x>a'.repeat(letters / 11)],
    ['open elements', (letters: number) => '<i><p>'.repeat(letters / 6)],
    ['nested blocks', (letters: number) => '<div>a'.repeat(letters / 6)],
    ['classes', (letters: number) => `<a class="${'a '.repeat(letters / 2)}">x</a>`],
    ['formatting reopened in each paragraph', reopenedFormatting],
    ['attributes', (letters: number) => `<b ${manyNames(letters, ' ')}>x`],
    ['end tags without a start tag', (letters: number) => '</b></p>'.repeat(letters / 8)],
    ['end tags in the wrong order', (letters: number) => '<a><b><p></a></b>x'.repeat(letters / 18)],
    ['nested tables', (letters: number) => '<table><td>a'.repeat(letters / 12)],
    ['texts that are not markup', (letters: number) => '<style></script>'.repeat(letters / 16)],
    ['scripts that never end', (letters: number) => `<script>${'<!--<script'.repeat(letters / 11)}`],
    ['comments', (letters: number) => '<!--<!-'.repeat(letters / 7)],
    ['hidden elements', (letters: number) => '<i class="invisible">x'.repeat(letters / 22)],
    ['half entities', (letters: number) => '&ampx&#'.repeat(letters / 7)],
    ['angle brackets', (letters: number) => '<'.repeat(letters)],
    ['entities', (letters: number) => '&amp;'.repeat(letters / 5)],
  ])('with many %s is read in linear time', (_what, make) => {
    expect(growthOf(textOf, make)).toBeLessThan(MAX_GROWTH)
  })
})
