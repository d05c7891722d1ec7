/** Count with the singular or plural: `1 post`, `2 posts`. */
export const many = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`
