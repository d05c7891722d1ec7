import { growthOf, MAX_GROWTH } from '@social-internal/testing/growth'
import { describe, expect, it } from 'vitest'

import { readPage } from './read-page.js'

describe('the metadata of a page', () => {
  it('prefers the metadata for sharing over the title', () => {
    const html = `<!doctype html><HTML><head><title>Plain &amp; simple</title>
      <meta property="og:title" content="Shared &quot;title&quot; &#8211; &#x1F98B;"/>
      <META NAME='description' CONTENT='Less good'><meta content="Better" property="og:description">
      <meta property=og:image content=/a.png></head><body><meta property="og:title" content="too late"></body>`

    expect(readPage(html)).toEqual({
      title: 'Shared "title" – 🦋',
      description: 'Better',
      picture: '/a.png',
    })
  })

  it.each([
    ['<title>\n Only\na title </title>', { title: 'Only a title', description: null, picture: null }],
    [
      '<title></title><meta name="description" content="x">',
      { title: null, description: 'x', picture: null },
    ],
    [
      '<meta property="og:title" content="never closed',
      { title: 'never closed', description: null, picture: null },
    ],
    ['<title>never closed', { title: 'never closed', description: null, picture: null }],
    ['<metadata property="og:title" content="x">', { title: null, description: null, picture: null }],
    [
      '<meta property="og:title" content="&unknown; &#0; &#x110000;">',
      { title: '&unknown;', description: null, picture: null },
    ],
    ['no page at all', { title: null, description: null, picture: null }],
    ['', { title: null, description: null, picture: null }],
  ])('of %j is %j', (html, metadata) => {
    expect(readPage(html)).toEqual(metadata)
  })

  it.each([
    ['open tags', (letters: number) => '<meta '.repeat(letters / 6)],
    ['open quotes', (letters: number) => '<meta a="'.repeat(letters / 9)],
    ['two kinds of quotes', (letters: number) => `<meta a='"`.repeat(letters / 10)],
    ['angle brackets', (letters: number) => '<'.repeat(letters)],
    ['titles', (letters: number) => '<title>'.repeat(letters / 7)],
    ['references', (letters: number) => `<title>${'&#'.repeat(letters / 2)}`],
    ['ampersands', (letters: number) => `<meta name="description" content="${'&a'.repeat(letters / 2)}">`],
    ['white space', (letters: number) => `<title>${' '.repeat(letters)}`],
    ['equals signs', (letters: number) => `<meta ${'='.repeat(letters)}`],
    ['names', (letters: number) => `<meta ${'a '.repeat(letters / 2)}>`],
  ])('is read in linear time: %s', (_what, make) => {
    expect(growthOf(readPage, make)).toBeLessThan(MAX_GROWTH)
  })
})
