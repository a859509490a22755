import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Rectangle;
import java.awt.event.ActionEvent;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import javax.swing.AbstractAction;
import javax.swing.DefaultListModel;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTable;
import javax.swing.event.TableModelEvent;
import javax.swing.table.DefaultTableModel;

/** Windows without a screen: colours, shapes, models, and components that nobody sees. */
class Windows1 {
  public static class Words extends java.util.ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"one", "eins"}, {"two", "zwei"}};
    }
  }

  static void values() {
    System.out.println(new Rectangle(1, 2, 3, 4).contains(2, 3));
    System.out.println(Color.RED.darker() + " " + new BasicStroke(2f).getLineWidth());
    System.out.println(new Font("Dialog", Font.BOLD, 12).getSize());
    System.out.println(new ActionEvent("source", 1, "command").getActionCommand());
  }

  static void models() {
    DefaultTableModel model = new DefaultTableModel(1, 2);
    StringBuilder seen = new StringBuilder();
    model.addTableModelListener(
        event -> seen.append(event.getType() == TableModelEvent.INSERT ? "insert" : "other"));
    model.addRow(new Object[] {"a", 1});
    model.setValueAt("b", 0, 1);
    System.out.println(model.getRowCount() + " " + seen + " " + model.getValueAt(0, 1));
    DefaultListModel<String> list = new DefaultListModel<>();
    list.addElement("x");
    System.out.println(list.getSize() + " " + list.contains("x"));
  }

  static void components() {
    JPanel panel = new JPanel();
    panel.add(new JLabel("hello"));
    JButton button = new JButton("press");
    button.addActionListener(event -> System.out.println("pressed " + event.getActionCommand()));
    panel.add(button);
    button.doClick(0);
    System.out.println(panel.getComponentCount() + " " + button.isEnabled());
    System.out.println(new JTable(2, 3).getColumnCount());
    AbstractAction action =
        new AbstractAction("name") {
          private static final long serialVersionUID = 1L;

          @Override
          public void actionPerformed(ActionEvent event) {}
        };
    System.out.println(action.getValue("Name") + " " + action.isEnabled());
  }

  static void bundles() {
    ResourceBundle words = ResourceBundle.getBundle("Windows1$Words");
    System.out.println(words.getString("one") + " " + words.containsKey("three"));
    try {
      ResourceBundle.getBundle("nowhere.Bundle");
    } catch (MissingResourceException e) {
      System.out.println("missing");
    }
  }
}
