// A table of rows whose first cell names them, in a region that scrolls by itself where the screen is narrow.

/** @typedef {import('../app.js').App} App */

/** Column heads are keys of the texts, or words as they are. */
/** @param {{app: App, caption: string, head: string[], rows: any[][]}} props */
export function Table({ app, caption, head, rows }) {
  return (
    <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="twin">
        <caption>{caption}</caption>
        <thead><tr>{head.map((word) => <th key={word} scope="col">{app.text.has(word) ? app.text.t(word) : word}</th>)}</tr></thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row}><th scope="row">{name}</th>{cells.map((cell, place) => <td key={place}>{cell}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
