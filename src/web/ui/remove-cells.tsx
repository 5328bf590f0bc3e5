import './data-table.css';
import { Trash2 } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

/** The head over the buttons that remove rows: removes all of them. */
export function RemoveAllHead(props: { label: string; onPress: () => void }) {
  return (
    <th data-align="end" scope="col">
      <button className="t-remove-all" onClick={props.onPress} type="button">
        {props.label}
      </button>
    </th>
  );
}

/** The cell at the end of a row that removes it; `label` names the row. */
export function RemoveCell(props: { label: string; onPress: () => void }) {
  return (
    <td data-align="end">
      <IconButton icon={Trash2} label={props.label} onPress={props.onPress} size="sm" />
    </td>
  );
}
