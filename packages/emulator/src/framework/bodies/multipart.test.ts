import { describe, expect, it } from 'vitest'

import { receive } from './body.js'
import { type MultipartPart, readMultipart } from './multipart.js'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const body = (...parts: string[]): string => `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`
const FIELD = 'Content-Disposition: form-data; name="description"\r\n\r\nA cat'
const FILE =
  'content-disposition: form-data; name="file"; filename="a \\"b\\".txt"\r\ncontent-type: text/plain\r\n\r\none\r\n--two'

async function read(text: string, size = 7): Promise<[string, string | null, string | null, string][]> {
  const parts: [string, string | null, string | null, string][] = []
  for await (const part of readMultipart(inPieces(text, size), 'multipart/form-data; boundary=x')) {
    const { kept } = await receive(part.body, { keepUpTo: 1000 })
    parts.push([part.name, part.filename, part.contentType, new TextDecoder().decode(kept ?? undefined)])
  }
  return parts
}

describe('a multipart body', () => {
  it.each([1, 2, 3, 7, 1000])('is read in pieces of any size: %i bytes each', async (size) => {
    expect(await read(`preamble\r\n${body(FIELD, FILE)}epilogue`, size)).toEqual([
      ['description', null, null, 'A cat'],
      ['file', 'a "b".txt', 'text/plain', 'one\r\n--two'],
    ])
  })

  it('is read as JavaScript runtimes make it', async () => {
    const form = new FormData()
    form.set('file', new File(['hello'], 'größe "1".txt', { type: 'text/plain' }))
    const request = new Request('http://a.example/', { method: 'POST', body: form })
    const parts: MultipartPart[] = []
    for await (const part of readMultipart(
      request.body ?? ([] as never),
      request.headers.get('content-type') ?? '',
    ))
      parts.push(part)
    expect(parts.map(({ filename }) => filename)).toEqual(['größe "1".txt'])
  })

  it('can skip a part', async () => {
    const names: string[] = []
    for await (const { name } of readMultipart(
      inPieces(body(FIELD, FILE), 5),
      'multipart/form-data; boundary="x"',
    ))
      names.push(name)
    expect(names).toEqual(['description', 'file'])
  })

  it.each([
    ['no boundary', 'multipart/form-data', body(FIELD), 'contains no boundary'],
    ['an early end', 'multipart/form-data; boundary=x', body(FIELD).slice(0, -6), 'ended before'],
    ['no name', 'multipart/form-data; boundary=x', body('a: b\r\n\r\nc'), 'has no name'],
    ['a boundary that goes on', 'multipart/form-data; boundary=x', '--xy\r\n', 'must be followed by'],
    ['endless headers', 'multipart/form-data; boundary=x', `--x\r\n${'a'.repeat(20_000)}`, 'too long'],
  ])('is refused with %s', async (_what, type, text, sentence) => {
    const work = async (): Promise<void> => {
      for await (const part of readMultipart(inPieces(text, 1000), type)) await receive(part.body)
    }
    await expect(work()).rejects.toThrow(sentence)
  })
})
