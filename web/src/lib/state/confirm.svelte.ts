// One question at a time, asked in a dialog; the answer is a promise.

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly danger?: boolean;
}

let asked = $state.raw<(Question & { answer: (yes: boolean) => void }) | null>(null);

export const question = () => asked;

export function confirm(wanted: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    asked = {
      ...wanted,
      answer(yes) {
        asked = null;
        resolve(yes);
      },
    };
  });
}
