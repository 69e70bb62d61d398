// The two forms of English nouns.

export const one = (count: number, single: string, many: string): string => (count === 1 ? single : many);
