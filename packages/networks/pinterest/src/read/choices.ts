import type { CanListChoices, OptionChoice, OptionChoices } from '@social/core/platform'

import { MAX_PAGE_SIZE } from '../limits.js'
import type { PinterestBoard, PinterestSection } from '../map.js'
import { boards, boardSections } from './boards.js'
import { isPinterestId } from './pin-path.js'

function toBoardChoice({ id, name, privacy }: PinterestBoard): OptionChoice {
  const isForAll = privacy === null || privacy === 'PUBLIC'
  return { value: id, label: isForAll ? name : `${name} (${privacy.toLowerCase()})` }
}

const toSectionChoice = ({ id, name }: PinterestSection): OptionChoice => ({ value: id, label: name })

/** Boards, and the sections of the chosen board. One request each, for the first 250. */
export function listingChoices(): CanListChoices {
  return {
    async listChoices({ boardId }, call): Promise<OptionChoices> {
      const page = { limit: MAX_PAGE_SIZE }
      const { items } = await boards(call, page)
      const choices = { boardId: items.map(toBoardChoice) }
      if (typeof boardId !== 'string' || !isPinterestId(boardId)) return choices
      const sections = await boardSections(boardId, call, page)
      return { ...choices, boardSectionId: sections.items.map(toSectionChoice) }
    },
  }
}
