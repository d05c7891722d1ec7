import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'

import { ConfigError } from '@social/core/store'
import { aConnection } from '@social/testkit/application'
import { afterAll, describe, expect, it } from 'vitest'

import { TemporaryFolder } from '../__fixtures__/files.js'
import { sqliteStores } from '../stores.js'
import { makePrivate } from './private-file.js'

const folder = new TemporaryFolder()
afterAll(() => folder.remove())

const rightsOf = (path: string): number => statSync(path).mode & 0o777

/** A file with a log beside it, as a process leaves them that was killed; all of them readable by everybody. */
async function aFileOfEverybody(): Promise<string> {
  const [path, copy] = [folder.file(), folder.file()]
  using stores = sqliteStores(path)
  await stores.storage.saveConnection(aConnection())
  for (const ending of ['', '-wal', '-shm']) {
    copyFileSync(path + ending, copy + ending)
    chmodSync(copy + ending, 0o666)
  }
  return copy
}

describe('the file of the stores', () => {
  it('is taken from everybody else when it was readable, with what lies beside it', async () => {
    const path = await aFileOfEverybody()
    using stores = sqliteStores(path)

    for (const ending of ['', '-wal', '-shm']) expect(rightsOf(path + ending)).toBe(0o600)
    expect(await stores.storage.getConnection('fake:42')).not.toBeNull()
  })

  it('keeps rights that are narrower already', () => {
    const path = folder.file()
    sqliteStores(path).close()
    chmodSync(path, 0o700)
    sqliteStores(path).close()

    expect(rightsOf(path)).toBe(0o700)
  })

  it('is not looked for behind a symbolic link', () => {
    const [target, link] = [folder.file(), folder.file()]
    sqliteStores(target).close()
    chmodSync(target, 0o644)
    symlinkSync(target, link)

    expect(() => sqliteStores(link)).toThrow(ConfigError)
    expect(() => sqliteStores(link)).toThrow(
      `${link} is a symbolic link, and is not followed. Name the file it leads to.`,
    )
    expect(rightsOf(target)).toBe(0o644)
  })

  it('is not made behind a symbolic link that leads nowhere', () => {
    const [target, link] = [folder.file(), folder.file()]
    symlinkSync(target, link)

    expect(() => sqliteStores(link)).toThrow(/is a symbolic link/)
    expect(existsSync(target)).toBe(false)
  })

  it.each(['-wal', '-shm', '-journal'])('has no link beside it that is called %s', (ending) => {
    const [path, target] = [folder.file(), folder.file()]
    symlinkSync(target, path + ending)

    expect(() => sqliteStores(path)).toThrow(`${path}${ending} is a symbolic link`)
    expect(existsSync(target)).toBe(false)
  })

  it('is no folder', () => {
    const path = folder.file()
    mkdirSync(path)

    expect(() => sqliteStores(path)).toThrow(`${path} is no file. Name the path of a file.`)
    expect(lstatSync(path).isDirectory()).toBe(true)
  })
})

/** A file whose group can read it. */
function aReadableFile(): string {
  const path = folder.file()
  sqliteStores(path).close()
  chmodSync(path, 0o640)
  return path
}

describe('a file of somebody else', () => {
  const notPermitted = Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
  it('that others can read is refused with what its owner has to do', () => {
    const path = aReadableFile()
    const make = (): void =>
      makePrivate(path, () => {
        throw notPermitted
      })

    expect(make).toThrow(ConfigError)
    expect(make).toThrow(
      `${path} can be read by others, and this process may not change that. Run "chmod 600 ${path}" as its owner: it holds tokens.`,
    )
    expect(make).toThrow(expect.objectContaining({ cause: notPermitted }))
  })

  it('that goes away meanwhile is no reason to refuse', () => {
    const path = aReadableFile()
    makePrivate(path, (gone) => {
      rmSync(gone)
      throw notPermitted
    })

    expect(existsSync(path)).toBe(false)
  })
})
