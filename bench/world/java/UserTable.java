package world;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Users in a database. */
public class UserTable {
  private final Connection connection;

  public UserTable(Connection connection) {
    this.connection = connection;
  }

  public String nameOf(int id) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("select name from users where id = ?")) {
      statement.setInt(1, id);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          return null;
        }
        String name = rows.getString(1);
        return rows.wasNull() ? "" : name;
      }
    }
  }

  public List<String> adults() throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement("select name, age from users");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        if (rows.getInt("age") >= 18) {
          names.add(rows.getString("name"));
        }
      }
    }
    return names;
  }

  public boolean rename(int id, String name) {
    if (name == null || name.isEmpty()) {
      return false;
    }
    try {
      connection.setAutoCommit(false);
      try (PreparedStatement statement =
          connection.prepareStatement("update users set name = ? where id = ?")) {
        statement.setString(1, name);
        statement.setInt(2, id);
        if (statement.executeUpdate() != 1) {
          connection.rollback();
          return false;
        }
      }
      connection.commit();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }
}
