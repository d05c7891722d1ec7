import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { FolderTakenError, FolderUnusableError, takeFolder } from './data-folder.js'

const folders: string[] = []
const giveBack: (() => void)[] = []
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taken '))
  folders.push(folder)
  return folder
}
function take(folder: string): () => void {
  const back = takeFolder(folder)
  giveBack.push(back)
  return back
}
afterEach(() => {
  for (const back of giveBack.splice(0)) back()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it('a second studio on one folder gets the name of the holder and the settings to change', () => {
  const folder = join(aFolder(), 'new')
  take(folder)
  expect(() => takeFolder(folder)).toThrow(FolderTakenError)
  expect(() => takeFolder(folder)).toThrow(`process ${process.pid} on `)
  expect(() => takeFolder(folder)).toThrow('STUDIO_DATA')
})

it('a released folder is free', () => {
  const folder = aFolder()
  takeFolder(folder)()
  expect(readdirSync(folder)).toEqual(['studio.lock'])
  expect(take(folder)).toBeTypeOf('function')
})

it('the folder of a killed studio is free, even if another process has the same id', async () => {
  const folder = aFolder()
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const lock = new DatabaseSync(process.argv[1])
    lock.exec('BEGIN EXCLUSIVE')
    console.log('taken')
    setInterval(() => lock.isOpen, 60_000)
  `
  const other = spawn(process.execPath, ['-e', program, join(folder, 'studio.lock')])
  try {
    await once(other.stdout, 'data')
    expect(() => takeFolder(folder)).toThrow(FolderTakenError)
  } finally {
    const ended = once(other, 'exit')
    other.kill('SIGKILL')
    await ended
  }
  // A stored process id can equal the id of the current process: a restarted container often
  // assigns the same id.
  writeFileSync(join(folder, 'studio.pid'), String(process.pid))
  expect(take(folder)).toBeTypeOf('function')
})

it('the error for an unusable folder contains its path and the required action', () => {
  const file = join(aFolder(), 'a file')
  writeFileSync(file, '')
  expect(() => takeFolder(join(file, 'data'))).toThrow(FolderUnusableError)
  expect(() => takeFolder(join(file, 'data'))).toThrow('name another folder with STUDIO_DATA')
  expect(existsSync(file)).toBe(true)
})

it('a lock file that is not a SQLite file gives a plain error', () => {
  const folder = aFolder()
  writeFileSync(
    join(folder, 'studio.lock'),
    'something else, longer than the header of a database'.repeat(20),
  )
  expect(() => takeFolder(folder)).toThrow(FolderUnusableError)
})
